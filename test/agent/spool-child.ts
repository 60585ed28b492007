/** A process that works on a spool until it is killed at a step: `spool-child.ts <folder> <step>` (spool.test.ts). */
import { openLedger } from '../../agent/spool/ledger.ts';
import { addJob, addResult, markStarted, openSpool, removeResult } from '../../agent/spool/spool.ts';
import { finished, JOB, OTHER } from './spool-fixtures.ts';

const [folder = '', step = ''] = process.argv.slice(2);
const dieAt = (name: string) => {
  if (name === step) process.kill(process.pid, 'SIGKILL');
};

const spool = openSpool(`${folder}/spool`);
const ledger = openLedger(`${folder}/ledger`, () => new Date());
addJob(spool, { job_id: JOB, shell: 'sh', script: 'true', timeout_sec: 60 }, 'queued');
addJob(spool, { job_id: OTHER, shell: 'sh', script: 'false', timeout_sec: 60 }, 'queued');
dieAt('accepted');
markStarted(spool, JOB);
dieAt('started');
addResult(spool, finished(JOB, 'output'));
dieAt('finished');
ledger.add(JOB);
dieAt('recorded');
removeResult(spool, JOB);
dieAt('acknowledged');
