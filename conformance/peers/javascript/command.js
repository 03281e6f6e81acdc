/** What every peer reads from its command line and its surroundings: `about`, `parse`, or `follow URL UNTIL [CURSOR]` with TIDEMARK_TOKEN. */
export function commandOf(argv, env) {
  const [mode, url, until, cursor] = argv;
  return { mode, url, token: env.TIDEMARK_TOKEN, until: Number(until), cursor: cursor ?? null };
}

export function say(value) {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}

/** One list of chunks a line; answers a line each. */
export async function answerLines(input, answer) {
  let text = '';
  for await (const part of input.setEncoding('utf8')) text += part;
  const lines = text.split('\n').filter((line) => line !== '');
  for (const line of lines) say(await answer(JSON.parse(line)));
}
