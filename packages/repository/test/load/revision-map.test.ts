import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RevisionMap } from '../../src/load/revision-map.js';

it('a map of revisions gives what was set last', () => {
  const small = fc.nat(30);
  const step = fc.oneof(
    fc.tuple(small, small).map(([from, to]) => ({ first: from, last: from, to })),
    fc.tuple(small, small, small).map(([first, last, to]) => ({ first, last, to, all: true })),
    // One after the other, as in most streams.
    fc.tuple(small, small, fc.nat(8)).map(([first, to, count]) => ({ first, last: first + count, to })),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), fc.boolean(), (steps, sorted) => {
      const map = new RevisionMap();
      const model = new Map<number, number>();
      if (sorted) steps.sort((a, b) => a.first - b.first);
      for (const { first, last, to, ...rest } of steps) {
        if ('all' in rest) {
          map.setAll(first, last, to);
          for (let r = first; r <= last; r++) model.set(r, to);
        } else
          for (let r = first; r <= last; r++) {
            map.set(r, to + r - first);
            model.set(r, to + r - first);
          }
      }
      for (let r = 0; r < 80; r++) expect(map.get(r)).toBe(model.get(r));
    }),
  );
});
