// Runs generated decoders on the cases that a test wrote beside them, in a process of its own:
// node --disallow-code-generation-from-strings run-cases.mjs FOLDER
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = process.argv[2];
const { cases } = JSON.parse(readFileSync(join(folder, 'cases.json'), 'utf8'));

function forbidsCode() {
  try {
    // oxlint-disable-next-line no-new-func, typescript/no-implied-eval -- what the process has to forbid
    return Function('return false')();
  } catch (error) {
    return error instanceof EvalError;
  }
}

function outcome(decode, input) {
  const result = decode(input);
  return result.ok ? 'accepted' : `${result.error.code} ${result.error.path}`;
}

const outcomes = [];
for (const { module, name, texts } of cases) {
  const decoders = await import(pathToFileURL(join(folder, module)).href);
  for (const text of texts) {
    const bytes = new TextEncoder().encode(text);
    outcomes.push([outcome(decoders[`tryDecode${name}`], text), outcome(decoders[`tryDecode${name}`], bytes)]);
  }
}
process.stdout.write(JSON.stringify({ forbidsCode: forbidsCode(), outcomes }));
