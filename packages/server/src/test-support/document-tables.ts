import { GATEWAY_LIMITS } from '@tidemark/gateway';
import { RESYNC_CAUSES } from '@tidemark/host-events';
import { hostEventsServer } from '@tidemark/host-events-server';
import { VARIABLES } from '../config/environment.ts';
import { DEFAULT_LIMITS, LIMIT_NAMES, rangeOf } from '../config/limits.ts';
import { ConfigSchema } from '../config/schema.ts';
import { type MetricDefinition, METRICS } from '../observability/definitions.ts';

/** The part of a TypeBox schema that the tables read. */
interface SchemaNode {
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly 'x-default'?: string;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly required?: readonly string[];
  readonly items?: SchemaNode;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
}

const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const table = (heads: readonly string[], rows: readonly string[]): string =>
  [row(...heads), row(...heads.map(() => '---')), ...rows].join('\n');
const code = (text: string): string => `\`${text}\``;

/** Every key of the file, with what it may hold. */
export function keyTable(): string {
  return table(['Key', 'Value', 'Default', 'Meaning'], rowsOf(ConfigSchema as unknown as SchemaNode, ''));
}

function rowsOf(schema: SchemaNode, prefix: string): readonly string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, node]) => {
    const path = prefix + key;
    const required = schema.required?.includes(key) === true;
    const byDefault = required ? 'required' : (node['x-default'] ?? (node.default === undefined ? '' : code(JSON.stringify(node.default))));
    const own = row(code(path), typeOf(node), byDefault, node.description ?? 'UNDOCUMENTED');
    return [own, ...rowsOf(node, `${path}.`), ...(node.items === undefined ? [] : rowsOf(node.items, `${path}[].`))];
  });
}

function typeOf({ type, enum: values, minimum, maximum, items }: SchemaNode): string {
  if (values !== undefined) return values.map(code).join(', ');
  if (type === 'array') return `list of ${items?.properties === undefined ? typeOf(items ?? {}) : 'objects'}`;
  if (type === 'integer' && minimum !== undefined) return `integer, ${minimum} to ${maximum}`;
  return type ?? 'UNKNOWN';
}

export function environmentTable(): string {
  const rows = Object.entries(VARIABLES).map(([name, { key, description }]) =>
    row(code(name), code(key.slice(1).replace('/', '.')), description),
  );
  return table(['Variable', 'Instead of', 'Meaning'], rows);
}

interface PublishedLimit {
  readonly unit: string;
  readonly description: string;
}

/** What the published description says of its limits: the contract's own words. */
function publishedLimits(): Readonly<Record<string, PublishedLimit>> {
  const description = hostEventsServer.descriptions.find(({ file }) => file === 'openapi.json');
  const document = JSON.parse(String(description?.text)) as { readonly 'x-limits': Readonly<Record<string, PublishedLimit>> };
  return document['x-limits'];
}

export function limitTable(): string {
  const published = publishedLimits();
  const rows = LIMIT_NAMES.map((name) => {
    const { unit, description } = published[name] ??
      (GATEWAY_LIMITS as Readonly<Record<string, PublishedLimit>>)[name] ?? { unit: 'UNKNOWN', description: 'UNDOCUMENTED' };
    const { minimum, maximum } = rangeOf(name);
    return row(code(name), unit, String(DEFAULT_LIMITS[name]), `${minimum} to ${maximum}`, description);
  });
  return table(['Limit', 'Unit', 'Default', 'Range', 'Meaning'], rows);
}

export function metricTable(): string {
  const rows = Object.entries<MetricDefinition>(METRICS).map(([name, { kind, labels, help }]) =>
    row(code(name), kind, labels.map(code).join(', '), help),
  );
  return table(['Metric', 'Kind', 'Labels', 'Meaning'], rows);
}

export function causeTable(): string {
  return table(
    ['Cause', 'Meaning'],
    Object.entries(RESYNC_CAUSES).map(([cause, meaning]) => row(code(cause), meaning)),
  );
}

/** The text with each marked block replaced by its table. Throws where a mark is missing. */
export function withTables(text: string, tables: Readonly<Record<string, string>>): string {
  return Object.entries(tables).reduce((result, [name, content]) => {
    const block = new RegExp(`<!-- ${name} -->\\n[^]*?<!-- /${name} -->`);
    if (!block.test(result)) throw new Error(`the document has no block ${name}`);
    return result.replace(block, () => `<!-- ${name} -->\n${content}\n<!-- /${name} -->`);
  }, text);
}
