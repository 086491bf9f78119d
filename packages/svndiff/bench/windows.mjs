// Megabytes per second of new-data windows: node packages/svndiff/bench/windows.mjs [megabytes] [file]
import { loadProvider } from '@revstore/compression';
import { Cursor } from '@revstore/bytes';
import {
  applyWindow,
  decodeWindow,
  decodeWindowAsync,
  encodeNewDataWindow,
  encodeNewDataWindowAsync,
  WindowBuilder,
  windowSize,
} from '../dist/index.js';
import { readFileSync } from 'node:fs';

const megabytes = Number(process.argv[2] ?? 100);
const file = readFileSync(process.argv[3] ?? process.execPath);
const count = Math.ceil((megabytes * 1e6) / windowSize);
const inFlight = 16;
const pieces = [];
for (let i = 0, at = 0; i < count; i++, at += windowSize) {
  if (at + windowSize > file.length) at = 0;
  pieces.push(file.subarray(at, at + windowSize));
}
const empty = new Uint8Array(0);

function report(name, started) {
  const seconds = (performance.now() - started) / 1000;
  console.log(name.padEnd(36), ((count * windowSize) / 1e6 / seconds).toFixed(0).padStart(6), 'MB/s');
}

async function concurrently(items, job) {
  let next = 0;
  const worker = async () => {
    while (next < items.length) await job(items[next++]);
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
}

for (const provider of [loadProvider(), loadProvider('portable')])
  for (const codec of [provider.none, provider.lz4, provider.zlib]) {
    const name = `${provider.name} ${codec.name}`;
    const windows = [];
    let started = performance.now();
    for (const piece of pieces) codec.encode(piece, 5);
    report(`${name}: codec alone`, started);
    started = performance.now();
    for (const piece of pieces) windows.push(encodeNewDataWindow(piece, codec, 5));
    report(`${name}: encode`, started);
    started = performance.now();
    for (const window of windows)
      applyWindow(decodeWindow(new Cursor(window), codec.svndiffVersion, provider), empty);
    report(`${name}: decode, apply`, started);
    started = performance.now();
    await concurrently(pieces, (piece) => encodeNewDataWindowAsync(piece, codec, 5));
    report(`${name}: encode async`, started);
    started = performance.now();
    await concurrently(windows, async (window) =>
      applyWindow(await decodeWindowAsync(new Cursor(window), codec.svndiffVersion, provider), empty),
    );
    report(`${name}: decode async, apply`, started);
  }

// Windows of many short instructions: what the instructions themselves cost.
for (const length of [8, 32, 128, 1024]) {
  const source = pieces[0];
  const builder = new WindowBuilder();
  for (let at = 0; at < windowSize; at += length)
    builder.copySource((at * 7919) % (windowSize - length), Math.min(length, windowSize - at));
  const window = builder.finish(0, windowSize);
  const started = performance.now();
  for (let i = 0; i < count; i++) applyWindow(window, source);
  report(`apply, copies of ${length} bytes`, started);
}
