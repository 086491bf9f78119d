import { fileURLToPath } from 'node:url';

/** Directory of the checkout, without a slash at its end. */
export const projectRoot: string = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');
