/** Line ends: what `svn:eol-style` asks for, and the translator that changes them. */
export { EolTranslator, type Eol } from './eol-translator.js';
export { nativeEol, parseEolStyle, type EolStyle } from './eol-style.js';
