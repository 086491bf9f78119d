// Microseconds per section by length, called at once and on threads: node packages/compression/bench/codecs.mjs [file]
// The codecs' own threshold is bypassed: lengths below it are what this measures.
import { deflate, deflateSync, inflate, inflateSync } from 'node:zlib';
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { asyncThreshold } from '../dist/index.js';

const lz4 = createRequire(import.meta.url)('lz4-napi');
const file = readFileSync(process.argv[2] ?? process.execPath);
const inFlight = 16;
const operations = {
  'lz4 encode': [(b) => lz4.compressSync(b), (b) => lz4.compress(b)],
  'lz4 decode': [(b) => lz4.uncompressSync(b), (b) => lz4.uncompress(b), (b) => lz4.compressSync(b)],
  'zlib-5 encode': [(b) => deflateSync(b, { level: 5 }), (b) => promisify(deflate)(b, { level: 5 })],
  'zlib decode': [inflateSync, promisify(inflate), (b) => deflateSync(b, { level: 5 })],
};

console.log(`threshold: ${asyncThreshold} bytes`);
for (const length of [512, 2048, 4096, 8192, 16384, 32768, 65536, 102400])
  for (const [name, [sync, async, prepare]] of Object.entries(operations)) {
    const count = Math.max(64, Math.floor(4e6 / length));
    const sections = [];
    for (let i = 0; i < count; i++) {
      const at = (i * 40_961) % (file.length - length);
      const section = file.subarray(at, at + length);
      sections.push(prepare ? prepare(section) : section);
    }
    for (const section of sections) sync(section);
    let started = performance.now();
    for (const section of sections) sync(section);
    const atOnce = ((performance.now() - started) * 1000) / count;
    started = performance.now();
    let next = 0;
    const worker = async () => {
      while (next < count) await async(sections[next++]);
    };
    await Promise.all(Array.from({ length: inFlight }, worker));
    const onThreads = ((performance.now() - started) * 1000) / count;
    console.log(
      `${String(length).padStart(6)} ${name.padEnd(14)} ${atOnce.toFixed(1).padStart(8)} µs ${onThreads.toFixed(1).padStart(8)} µs on threads`,
    );
  }
