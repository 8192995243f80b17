// Runs a command against a private system: node with_system.mjs COMMAND ARGUMENT …
// The command finds the address in CHESS_URL; its exit status is ours.
import {spawn} from 'node:child_process';
import {System} from './lib/system.mjs';

const [command, ...args] = process.argv.slice(2);
if (!command || command === '--help') {
  console.log('usage: node with_system.mjs COMMAND [ARGUMENT …]');
  process.exit(command ? 0 : 2);
}
const system = await System.start();
let status = 1;
try {
  status = await new Promise((resolve, reject) => {
    const child = spawn(command, args, {stdio: 'inherit', env: {...process.env, CHESS_URL: system.url}});
    child.on('error', reject).on('exit', (code) => resolve(code ?? 1));
  });
} finally {
  await system.stop();
}
process.exit(status);
