import { readFileSync } from 'node:fs';
import { repo, repoScript, run } from '@revstore/testkit';
import { describe, expect, it } from 'vitest';
import { program } from '../src/program.js';
import { VERSION } from '../src/version.js';

describe('help', () => {
  it('of the program', async () => {
    expect((await repo(['help'])).stdout).toMatchSnapshot();
  });

  it('of global options', async () => {
    expect((await repo(['help', '-v', 'cat'])).stdout).toMatchSnapshot();
  });

  it.each(program.subcommands.map(({ name }) => name))('of %s', async (name) => {
    const { stdout } = await repo(['help', name]);
    expect(stdout).toMatchSnapshot();
    expect((await repo([name, '--help'])).stdout).toBe(stdout);
  });

  it('names only options that there are', async () => {
    for (const { load } of program.subcommands) {
      const { options, optionDescriptions = {} } = await load();
      for (const name of options) expect(Object.keys(program.options)).toContain(name);
      for (const name of Object.keys(optionDescriptions)) expect(options).toContain(name);
    }
  });

  it('lines fit a wide terminal', async () => {
    for (const { name } of program.subcommands) {
      const { stdout } = await repo(['help', name]);
      for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(110);
    }
  });
});

describe('version', () => {
  it('is that of the package', async () => {
    const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
      version: string;
    };
    expect(VERSION).toBe(version);
    expect((await run(process.execPath, [repoScript, '--version', '-q'])).stdout).toBe(`${version}\n`);
    expect((await run(process.execPath, [repoScript, '--version'])).stdout.split('\n')[0]).toBe(
      `repo, version ${version}`,
    );
  });
});
