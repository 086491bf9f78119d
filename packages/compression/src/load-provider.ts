import { createRequire } from 'node:module';
import type pako from 'pako';
import type { CompressionProvider } from './codec.js';
import { type Lz4Addon, nativeLz4 } from './native-lz4.js';
import { nativeZlib } from './native-zlib.js';
import { portableLz4 } from './portable-lz4.js';
import { portableZlib } from './portable-zlib.js';
import { makeProvider } from './provider.js';

// Neither library is loaded before a provider is asked for: each takes some ten milliseconds.
const require = createRequire(import.meta.url);

const loaded = new Map<CompressionProvider['name'] | undefined, CompressionProvider>();

/**
 * The provider of that name; without a name, the native one where its add-on can be loaded, else the portable one,
 * as the result's `name` tells. Every call with one name gives the same object.
 *
 * @throws the loader's error where `native` is asked for and its add-on cannot be loaded.
 */
export function loadProvider(name?: CompressionProvider['name']): CompressionProvider {
  let provider = loaded.get(name);
  if (provider === undefined) {
    provider = name === 'native' ? loadNative() : name === 'portable' ? loadPortable() : loadBest();
    loaded.set(name, provider);
  }
  return provider;
}

function loadBest(): CompressionProvider {
  try {
    return loadProvider('native');
  } catch {
    return loadProvider('portable');
  }
}

function loadNative(): CompressionProvider {
  return makeProvider('native', { zlib: nativeZlib, lz4: nativeLz4(require('lz4-napi') as Lz4Addon) });
}

function loadPortable(): CompressionProvider {
  return makeProvider('portable', { zlib: portableZlib(require('pako') as typeof pako), lz4: portableLz4 });
}
