import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { GATEWAY_ERRORS } from './gateway-error.ts';
import { GATEWAY_LIMITS } from './limits.ts';

const file = fileURLToPath(new URL('../README.md', import.meta.url));
const tables = {
  limits: Object.entries(GATEWAY_LIMITS).map(
    ([name, { value, unit, description }]) => `| \`${name}\` | ${value} | ${unit} | ${description} |`,
  ),
  errors: Object.entries(GATEWAY_ERRORS).map(([code, { why, fix }]) => `| \`${code}\` | ${why} | ${fix} |`),
};

test.each(Object.entries(tables))('[H5.1, C4.3] the table of %s is the code’s (RECORD=1 rewrites it)', (name, rows) => {
  const text = readFileSync(file, 'utf8');
  const [, before, head, found, after] =
    new RegExp(`^([\\s\\S]*<!-- ${name} -->\\n)((?:\\|.*\\n){2})([\\s\\S]*?)(<!-- /${name} -->[\\s\\S]*)$`).exec(text) ?? [];
  const wanted = rows.map((row) => `${row}\n`).join('');
  const record = process.env['RECORD'] === '1';
  if (record) writeFileSync(file, `${before}${head}${wanted}${after}`);
  expect(record ? wanted : found).toBe(wanted);
});
