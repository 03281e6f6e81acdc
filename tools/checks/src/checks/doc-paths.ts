import { posix } from 'node:path';
import type { Check, Finding } from '../finding.ts';
import type { Repository } from '../repository.ts';

/** Decisions record a moment, and the change log the past: both may name what has gone. */
const LIVING_DOCUMENT = /^(?:[A-Z]+\.md|docs\/[^/]+\.md|(?:packages|generators|tools|specs|fixtures)\/.*README\.md)$/;
const HISTORY = new Set(['CHANGELOG.md']);
const PATH = /^(?:\.{0,2}\/)?[\w.@*<>{},-]+(?:\/[\w.@*<>{},-]+)*\/?$/;
const TOP_FOLDERS = ['packages', 'generators', 'specs', 'fixtures', 'tools', 'scripts', 'docs', '.ci', 'conformance'];
const SCRIPT = /\b(?:pnpm|npm)(?: run)? ([a-z][a-z:-]*)/g;
const BUILT_IN = new Set(['install', 'add', 'pack', 'exec', 'run', 'publish', 'audit', 'ci', 'init', 'link', 'config']);

/** A map that names an absent file misleads everyone who trusts it. */
export const docPaths: Check = {
  name: 'doc-paths',
  summary: 'every path, link and script that the documentation names exists',
  run: (repository) =>
    repository.files.filter((path) => LIVING_DOCUMENT.test(path) && !HISTORY.has(path)).flatMap((path) => checkDocument(repository, path)),
};

function checkDocument(repository: Repository, path: string): Finding[] {
  const findings: Finding[] = [];
  let fence = false;
  repository
    .read(path)
    .split('\n')
    .forEach((text, index) => {
      if (/^\s*```/.test(text)) fence = !fence;
      const add = (message: string, fix: string): void => void findings.push({ path, line: index + 1, message, fix });
      for (const link of linksIn(text)) {
        if (!exists(repository, posix.join(posix.dirname(path), link))) add(`the link to ${link} leads nowhere`, 'correct or remove it');
      }
      const code = fence ? [text] : [...text.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '');
      for (const span of code) {
        for (const script of scriptsIn(span)) {
          if (!hasScript(repository, script)) add(`no package.json script is called ${script}`, 'name an existing script');
        }
        if (!fence && isPath(span) && !exists(repository, span)) add(`${span} does not exist`, 'name the file where it is now');
      }
    });
  return findings;
}

function linksIn(text: string): string[] {
  return [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map((match) => match[1] ?? '').filter((link) => !/^[a-z]+:/.test(link));
}

/** A span counts as a path of this repository when it starts at one of its top folders and holds a slash. */
function isPath(span: string): boolean {
  return PATH.test(span) && TOP_FOLDERS.includes(span.split('/')[0] ?? '') && span.includes('/') && !/[<>{}]/.test(span);
}

function exists(repository: Repository, path: string): boolean {
  const wanted = posix.normalize(path).replace(/\/$/, '');
  if (wanted.startsWith('..')) return true;
  if (!wanted.includes('*')) return repository.has(wanted) || repository.files.some((file) => file.startsWith(`${wanted}/`));
  const pattern = new RegExp(`^${wanted.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/\*+/g, '[^/]+')}(?:/|$)`);
  return repository.files.some((file) => pattern.test(file));
}

function scriptsIn(code: string): string[] {
  return [...code.matchAll(SCRIPT)].map((match) => match[1] ?? '').filter((name) => !BUILT_IN.has(name));
}

function hasScript(repository: Repository, name: string): boolean {
  return repository.packages.some((candidate) => candidate.manifest.scripts?.[name] !== undefined);
}
