import type { Command } from '../command.ts';

export const serveCommand: Command = {
  name: 'serve',
  summary: 'Serves host events as a configuration says, until SIGTERM or SIGINT.',
  usage: '--config FILE [--check]',
  details: [
    'Prints one line of JSON on standard output once it accepts connections; logs on standard error.',
    'A second signal ends it at once. Exits 2 when the configuration is refused, 1 when it cannot be served.',
    'Configuration: docs/configuration.md. Operation: docs/operations.md.',
  ],
  options: {
    config: { type: 'string', value: 'FILE', description: 'Configuration, JSON or YAML; needed.' },
    check: { type: 'boolean', description: 'Check the configuration only; listen on nothing, open nothing.' },
  },
  positionals: { min: 0, max: 0 },
  examples: ['tidemark serve --config tidemark-server.json', 'TIDEMARK_PORT=8080 tidemark serve --config tidemark-server.yaml'],
  // Loaded when it is asked for: no other command needs a database or a listener.
  run: async (args, surroundings) => (await import('./run-serve.ts')).runServe(args, surroundings),
};
