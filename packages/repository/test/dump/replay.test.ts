import { pathFault, type Change } from '@revstore/fsfs';
import { describe, expect, it } from 'vitest';
import { replayChanges } from '../../src/dump/replay.js';

function change(action: Change['action'], path: string, more: Partial<Change> = {}): Change {
  return {
    id: '0.0.r1/2',
    action,
    path,
    kind: 'file',
    textModified: true,
    propertiesModified: false,
    ...more,
  };
}

const none = () => undefined;

describe('changes that svn would not have stored', () => {
  it('tell of the root as of something new', () => {
    for (const action of ['add', 'delete', 'replace'] as const)
      expect(() => [...replayChanges([change(action, '/')], none)]).toThrow('Root directory already exists.');
  });

  it('do not tell a kind, nor does the tree', () => {
    const { kind: _kind, ...unknown } = change('add', '/a');
    expect(() => [...replayChanges([unknown], none)]).toThrow(
      "Filesystem path 'a' is neither a file nor a directory",
    );
    expect([...replayChanges([unknown], () => 'dir')]).toEqual([{ path: '/a', kind: 'dir', action: 'add' }]);
  });

  it('name a path twice: the last one counts', () => {
    expect([...replayChanges([change('add', '/a'), change('modify', '/a')], none)]).toEqual([
      { path: '/a', kind: 'file', action: 'change' },
    ]);
  });
});

it('deletions follow what else is below their directory', () => {
  const paths = [
    change('delete', '/d/a'),
    change('modify', '/d/b/x'),
    change('delete', '/d/b'),
    change('delete', '/c'),
    change('modify', '/d.e'),
  ];
  expect([...replayChanges(paths, none)].map(({ action, path }) => `${action} ${path}`)).toEqual([
    'change /d/b/x',
    'delete /d/a',
    'delete /d/b',
    'change /d.e',
    'delete /c',
  ]);
});

it('paths that Subversion warns of', () => {
  expect(pathFault('trunk/ok ü.txt')).toBeUndefined();
  expect(pathFault('')).toBeUndefined();
  expect(pathFault('a/...')).toBeUndefined();
  expect(pathFault('\udce6')).toBe("Path '\udce6' is not in UTF-8");
  expect(pathFault('a/../b')).toBe("Path 'a/../b' contains '.' or '..' element");
  expect(pathFault('a\nb\t')).toBe("Invalid control character '0x0a' in path 'a\\012b\\011'");
});
