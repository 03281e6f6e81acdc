import { answerLines, commandOf, say } from './command.js';
import { follow, parse } from './follow.js';

const command = commandOf(process.argv.slice(2), process.env);
if (command.mode === 'about') say({ peer: `Node.js ${process.versions.node} fetch` });
else if (command.mode === 'parse') await answerLines(process.stdin, parse);
else await follow(command, say);
