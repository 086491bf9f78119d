/** The program `repoadmin`, to be called from other programs. */
export { main } from './main.js';
