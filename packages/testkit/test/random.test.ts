import { deflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { incompressibleBytes, random, sourceText } from '../src/trees/random.js';

it('gives the same numbers for a seed, all below the bound', () => {
  const [first, second] = [random(3), random(3)];
  const numbers = Array.from({ length: 1000 }, () => first.below(7));
  expect(numbers).toEqual(Array.from({ length: 1000 }, () => second.below(7)));
  expect(new Set(numbers)).toEqual(new Set([0, 1, 2, 3, 4, 5, 6]));
});

it('makes text that compresses as source code does, and noise that does not', () => {
  expect(sourceText(1, 50_000)).toEqual(sourceText(1, 50_000));
  expect(sourceText(1, 50_000)).not.toEqual(sourceText(2, 50_000));
  const ratio = deflateSync(sourceText(1, 50_000)).length / 50_000;
  expect(ratio).toBeGreaterThan(0.1);
  expect(ratio).toBeLessThan(0.4);
  expect(deflateSync(incompressibleBytes(1, 50_000)).length).toBeGreaterThan(50_000);
});
