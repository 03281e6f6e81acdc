import type { Command } from '../command.ts';

export const diffCommand: Command = {
  name: 'diff',
  summary: 'Classifies every change between two versions of a contract, for the consumer and for the producer.',
  usage: '[--level LEVEL] OLD NEW',
  details: [
    'OLD and NEW are contract modules, configurations, descriptions, or folders with descriptions or a configuration.',
    'Levels, strictest first: SOURCE (generated code still compiles), WIRE_STRICT (closed decoders still accept), WIRE (a lenient peer still works).',
    'Exits 1 when a change breaks the level. Rules: docs/diff-rules.md.',
  ],
  options: { level: { type: 'string', value: 'LEVEL', description: 'What must go on working; default WIRE_STRICT.' } },
  positionals: { min: 2, max: 2 },
  examples: ['tidemark diff released/openapi.json openapi.json', 'tidemark diff --level SOURCE old/contract.ts src/contract.ts'],
  // Loaded when it is asked for: what compares versions loads every generator.
  run: async (args, surroundings) => (await import('./run-diff.ts')).runDiff(args, surroundings),
};
