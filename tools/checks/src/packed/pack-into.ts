// `npm run pack -- DIR`: while the packages are on no registry, a project takes them from tarballs.
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { diskRepository } from '../repository.ts';
import { packable, packAll } from './pack.ts';
import { takeTarballs } from './take-tarballs.ts';

const FOLDER = '.tidemark-packages';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const [target] = process.argv.slice(2);
const dir = target === undefined ? undefined : resolve(process.env['INIT_CWD'] ?? process.cwd(), target);
if (dir === undefined || !existsSync(join(dir, 'package.json'))) {
  process.stderr.write(
    'Usage: npm run pack -- DIR   DIR is a project with a package.json, for example one that `tidemark init` has written.\n',
  );
  process.exitCode = 2;
} else {
  const destination = join(dir, FOLDER);
  mkdirSync(destination, { recursive: true });
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly packageManager: string };
  const packed = packAll(root, packageManager, packable(diskRepository(root)), destination);
  takeTarballs(
    dir,
    packed.map(({ name, tarball }) => ({ name, tarball: `./${tarball.slice(dir.length + 1).replaceAll('\\', '/')}` })),
  );
  process.stdout.write(
    `${packed.length} packages are in ${FOLDER}; ${join(dir, 'package.json')} takes them from there. Next: npm install\n`,
  );
}
