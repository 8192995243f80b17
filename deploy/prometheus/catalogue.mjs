// Writes the table of docs/metrics.md from what running services expose:
//   node deploy/prometheus/catalogue.mjs [DIR] [--check]
// DIR is the folder of a system that ./dev runs (.dev). It must have had some load: a few families
// appear with the first call. tests/e2e/dashboards_test.mjs does the same and fails where the page is
// not what is exposed.
import path from 'node:path';
import {scrapeAll} from '../../tests/e2e/lib/metrics.mjs';
import {PAGE, tableOf, writePage} from '../../tests/e2e/lib/catalogue.mjs';
import {ROOT} from '../../tests/e2e/lib/system.mjs';

const dir = process.argv.slice(2).find((argument) => !argument.startsWith('-')) ?? path.join(ROOT, '.dev');
const {table, faults} = tableOf(await scrapeAll(path.resolve(dir)));
for (const fault of faults) console.error(fault);
const changed = writePage(table, {check: process.argv.includes('--check')});
if (changed)
  console.error(`${PAGE} ${process.argv.includes('--check') ? 'is not what is exposed' : 'written'}`);
process.exit(faults.length > 0 || (changed && process.argv.includes('--check')) ? 1 : 0);
