import { createSignal, onCleanup } from 'solid-js';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CodeBlock, DiffView, diffCounts, VisibleText } from '../../ui/code/code.tsx';
import { AnsiOutput } from '../../ui/code/output.tsx';
import { IconDelete, IconReboot } from '../../ui/icons.ts';

const BEFORE = `#!/usr/bin/env bash
# Remove OpenSSL 1.1 leftovers, then reload nginx
set -euo pipefail
log() { printf '%s %s\\n' "$(date -u +%T)" "$*"; }

pkgs=(libssl1.1)
for p in "\${pkgs[@]}"; do
  if dpkg -s "$p" >/dev/null 2>&1; then
    log "removing $p"
    apt-get remove -y "$p"
  fi
done

nginx -t
systemctl restart nginx
`;
const AFTER = `#!/usr/bin/env bash
# Remove OpenSSL 1.1 leftovers, then reload nginx
set -euo pipefail
log() { printf '%s %s\\n' "$(date -u +%T)" "$*"; }

pkgs=(libssl1.1 libssl1.1-dev openssl1.1-compat)
for p in "\${pkgs[@]}"; do
  if dpkg -s "$p" >/dev/null 2>&1; then
    log "removing $p"
    apt-get purge -y "$p"
  fi
done

# Private builds left behind by the 2022 rollout
rm -rf /opt/openssl-1.1 /usr/local/ssl-1.1

nginx -t
systemctl reload nginx
shutdown -r +5 "Muster: finishing OpenSSL clean-up"
`;
const HIDING =
  'if [ "$user" != "root\u202e \u2066# admin\u2069 \u2066" ]; then\n\techo "zero\u200bwidth and no\u00a0break"\r\nfi\n';

const FLAGS: Readonly<Record<number, readonly [string, typeof IconDelete]>> = {
  10: ['Deletes', IconDelete],
  15: ['Deletes', IconDelete],
  19: ['Reboots', IconReboot],
};

/** Scripts, differences and job output. */
export function CodeSheet() {
  const counts = diffCounts(BEFORE, AFTER);
  return (
    <div class="grid grid-cols-1 gap-4 xl:grid-cols-2">
      <Card
        title="Script"
        sub="against version 3"
        end={
          <span>
            <span class="plus">+{counts.added}</span> <span class="minus">−{counts.removed}</span>
          </span>
        }
      >
        <DiffView label="Script" before={BEFORE} after={AFTER} shell="bash" flag={flagOf} anchor="L" context={2} />
      </Card>
      <div class="stack">
        <Output />
        <Card title="What hides is drawn">
          <CodeBlock label="Script" text={HIDING} shell="bash" />
        </Card>
        <Card title="In a line of text" pad>
          <p class="sm">
            Host{' '}
            <b>
              <VisibleText text={'srv-01\u202egnp.exe'} />
            </b>{' '}
            and <code class="mono">{'<img src=x onerror=alert(1)>'}</code>
          </p>
        </Card>
      </div>
    </div>
  );
}

function flagOf(line: number) {
  const [word, Shape] = FLAGS[line] ?? [];
  return Shape ? (
    <span class="flag">
      <Shape />
      {word}
    </span>
  ) : undefined;
}

const LINES = [
  '\x1b[1m== /srv by folder, largest first\x1b[0m\n',
  '1.9T    /srv/projects\n1.1T    /srv/media\n',
  '\x1b[31m+302G   /srv/backup-staging\x1b[0m\n',
  '\x1b[38;5;34m3 files\x1b[0m, \x1b[38;2;200;150;0m396G in total\x1b[0m\n',
  'progress  10 %\rprogress  60 %\rprogress 100 %\n',
  '\x1b]0;evil title\x07\x1b]8;;https://evil.example\x07no link\x1b]8;;\x07 \x1b[2Jno clearing\n',
  '<script>alert(1)</script> \x1b[4munderlined\x1b[24m \x1b[7minverse\x1b[27m\n',
];

function Output() {
  const [text, setText] = createSignal('');
  const [running, setRunning] = createSignal(true);
  let next = 0;
  const add = () => setText((before) => before + LINES[next++ % LINES.length]);
  for (let line = 0; line < 14; line += 1) add();
  const timer = setInterval(() => running() && add(), 700);
  onCleanup(() => clearInterval(timer));
  return (
    <AnsiOutput
      text={text()}
      running={running()}
      from="Sent by hlv-brg-fs01, shown as text"
      fileName="hlv-brg-fs01.log"
      foot={
        <>
          <span>1.3 kB of at most 1 MiB</span>
          <Button size="s" class="ml-auto" onClick={() => setRunning(!running())}>
            {running() ? 'Stop' : 'Go on'}
          </Button>
        </>
      }
    />
  );
}
