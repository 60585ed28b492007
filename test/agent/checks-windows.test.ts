/** The readings of Windows. What the commands print is written from memory of its format, not recorded on a machine. */
import { describe, expect, it } from 'vitest';
import { loadCheckPlatform, Unreachable } from '../../agent/platform/checks.ts';
import { tallyEvents, xpathOf } from '../../agent/platform/windows/events.ts';
import { windowsChecks } from '../../agent/platform/windows/index.ts';
import { loadOf, parseVolumes } from '../../agent/platform/windows/machine.ts';
import { parseWindowsPing } from '../../agent/platform/windows/ping.ts';
import { countTasks } from '../../agent/platform/windows/processes.ts';
import { parseService } from '../../agent/platform/windows/services.ts';
import { latestDate } from '../../agent/platform/windows/updates.ts';
import { recorded } from './surroundings.ts';

/** The script behind -EncodedCommand. */
const scriptOf = (args: string[]) => Buffer.from(args.at(-1) ?? '', 'base64').toString('utf16le');

it('is loaded by the name of the platform', async () => {
  expect(await loadCheckPlatform('win32')).toBe(windowsChecks);
  await expect(loadCheckPlatform('aix')).rejects.toThrow('no checks for aix');
});

describe('volumes', () => {
  const disks = JSON.stringify([
    { DeviceID: 'C:', DriveType: 3, Size: 1000, FreeSpace: 250, Access: 0 },
    { DeviceID: 'D:', DriveType: 5, Size: 700, FreeSpace: 0, Access: 1 },
    { DeviceID: 'N:', DriveType: 4, Size: '4000', FreeSpace: '1000', Access: null },
  ]);

  it('are the local drives; a drive that is named may be any', async () => {
    const { at } = recorded(() => disks);
    expect(await windowsChecks.volumes(undefined, at)).toEqual([
      { mount: 'C:', used_bytes: 750, available_bytes: 250 },
    ]);
    expect(await windowsChecks.volumes('n:\\', at)).toEqual([{ mount: 'N:', used_bytes: 3000, available_bytes: 1000 }]);
    expect(await windowsChecks.volumes('c', at)).toHaveLength(1);
    await expect(windowsChecks.volumes('X:', at)).rejects.toThrow(Unreachable);
  });

  it('come as one object where there is one drive', () => {
    const one = JSON.stringify({ DeviceID: 'c:', DriveType: 3, Size: 10, FreeSpace: 4, Access: null });
    expect(parseVolumes(one)).toEqual([{ use: { mount: 'C:', used_bytes: 6, available_bytes: 4 }, isLocal: true }]);
    expect(parseVolumes('')).toEqual([]);
    expect(() => parseVolumes('{"DeviceID":7}')).toThrow('something else');
  });

  it('are asked of the PowerShell of the system, by a constant script', async () => {
    const { at, asked } = recorded(() => disks);
    await windowsChecks.volumes("C:'; calc; '", at).catch(() => undefined);
    expect(asked[0]?.command).toBe('C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe');
    expect(scriptOf(asked[0]?.args ?? [])).not.toContain('calc');
  });
});

describe('memory, page file and load', () => {
  it('are in the units that CIM documents', async () => {
    const says = (json: string) => recorded(() => json).at;
    expect(await windowsChecks.memory(says('{"TotalVisibleMemorySize":8000,"FreePhysicalMemory":2000}'))).toEqual({
      total_bytes: 8000 * 1024,
      available_bytes: 2000 * 1024,
    });
    const files = '[{"AllocatedBaseSize":1024,"CurrentUsage":100},{"AllocatedBaseSize":1024,"CurrentUsage":28}]';
    expect(await windowsChecks.swap(says(files))).toEqual({ total_bytes: 2048 * 2 ** 20, used_bytes: 128 * 2 ** 20 });
    expect(await windowsChecks.swap(says(''))).toEqual({ total_bytes: 0, used_bytes: 0 });
    expect(loadOf('{"queue":3,"percent":50}', 4)).toBe(5);
    expect(await windowsChecks.network(says('{"Name":"Ethernet","ReceivedBytes":5,"SentBytes":"6"}'))).toEqual(
      new Map([['Ethernet', { received: 5, sent: 6 }]]),
    );
  });

  it('that fail say what PowerShell said', async () => {
    const failing = recorded(() => ({ code: 1, stderr: 'Get-CimInstance : Access denied\nmore' })).at;
    await expect(windowsChecks.memory(failing)).rejects.toThrow('PowerShell failed: Get-CimInstance : Access denied');
  });
});

describe('ping', () => {
  const english = `
Pinging 192.0.2.1 with 32 bytes of data:
Reply from 192.0.2.1: bytes=32 time=13ms TTL=57
Reply from 192.0.2.1: bytes=32 time<1ms TTL=57
Request timed out.
Reply from 192.0.2.9: Destination host unreachable.

Ping statistics for 192.0.2.1:
    Packets: Sent = 4, Received = 3, Lost = 1 (25% loss),
Approximate round trip times in milli-seconds:
    Minimum = 1ms, Maximum = 13ms, Average = 7ms
`;
  const german = `
Ping wird ausgeführt für 192.0.2.1 mit 32 Bytes Daten:
Antwort von 192.0.2.1: Bytes=32 Zeit=20ms TTL=57
Antwort von 192.0.2.1: Bytes=32 Zeit=30ms TTL=57

Ping-Statistik für 192.0.2.1:
    Pakete: Gesendet = 2, Empfangen = 2, Verloren = 0
    (0% Verlust),
Ca. Zeitangaben in Millisek.:
    Minimum = 20ms, Maximum = 30ms, Mittelwert = 25ms
`;

  it('is understood in any language, and a router that answers for a host does not count', () => {
    expect(parseWindowsPing(english, 4)).toEqual({ sent: 4, received: 2, average_ms: 7 });
    expect(parseWindowsPing(german, 2)).toEqual({ sent: 2, received: 2, average_ms: 25 });
    expect(parseWindowsPing('\nPinging x\nRequest timed out.\n', 1)).toMatchObject({ received: 0, average_ms: null });
  });

  it('of a name that is not known is an error', async () => {
    const says = { code: 1, stdout: 'Ping request could not find host x. Please check the name and try again.\r\n' };
    await expect(windowsChecks.ping('x', 1, recorded(() => says).at)).rejects.toThrow(Unreachable);
  });
});

describe('a service', () => {
  const query = (state: string) => `
SERVICE_NAME: Spooler
        TYPE               : 110  WIN32_OWN_PROCESS  (interactive)
        STATE              : ${state}
                                (STOPPABLE, NOT_PAUSABLE, ACCEPTS_SHUTDOWN)
        WIN32_EXIT_CODE    : 0  (0x0)
        CHECKPOINT         : 0x0
`;

  it('has the state that the number says', () => {
    expect(parseService(query('4  RUNNING'))).toEqual({ state: 'running', words: 'running' });
    expect(parseService(query('1  STOPPED'))).toEqual({ state: 'stopped', words: 'stopped' });
    expect(parseService(query('2  START_PENDING').replace('STATE ', 'STATUS'))).toMatchObject({ state: 'starting' });
    expect(() => parseService('')).toThrow('did not tell');
  });

  it('is asked by its name as one argument; one that does not exist is missing', async () => {
    const { at, asked } = recorded(() => ({ code: 1060 }));
    expect(await windowsChecks.service('a & calc', at)).toMatchObject({ state: 'missing' });
    expect(asked).toMatchObject([{ command: 'C:\\Windows\\System32\\sc.exe', args: ['query', 'a & calc'] }]);
  });

  it('that is paused is stopped before it is started', async () => {
    let state = '7  PAUSED';
    const { at, asked } = recorded(({ args }) => {
      if (args[0] === 'stop') state = '1  STOPPED';
      return query(state);
    });
    await windowsChecks.restartService('Spooler', at);
    expect(asked.map(({ args }) => args[0])).toEqual(['query', 'stop', 'query', 'start']);
  });
});

it('processes are counted with or without .exe, in any case', () => {
  const list =
    '"System","4","Services","0","144 K"\r\n"svchost.exe","900","Services","0","9,1 K"\r\n"SvcHost.exe","901","Services","0","9 K"\r\n';
  expect(countTasks(list, 'svchost.EXE')).toBe(2);
  expect(countTasks(list, 'system')).toBe(1);
  expect(countTasks(list, '9 K')).toBe(0);
});

describe('events', () => {
  const query = { log: '', level: 'error' as const, source: '', contains: '', window_min: 15 };

  it('are asked for by the XPath of the event log', () => {
    expect(xpathOf(query)).toBe(
      '*[System[(Level>=1 and Level<=2) and TimeCreated[timediff(@SystemTime)<=900000]]]'
        .replace('(Level', '((Level')
        .replace('2)', '2))'),
    );
    expect(xpathOf({ ...query, level: 'information', event_id: 7, source: "O'Hara" })).toContain(
      `Provider[@Name="O'Hara"] and (Level=0 or (Level>=1 and Level<=4)) and EventID=7`,
    );
    expect(() => xpathOf({ ...query, source: `'"` })).toThrow('both kinds of quotes');
  });

  it('are counted by their message, newest last', async () => {
    const event = (message: string) =>
      `<Event xmlns='http://schemas.microsoft.com/win/2004/08/events/event'><System><EventID>7</EventID></System><RenderingInfo Culture='en-US'><Message>${message}</Message></RenderingInfo></Event>`;
    const xml = `${event('Third &amp; last disk')}\r\n${event('other')}${event('First &lt;disk&gt;\r\n&#233;')}`;
    expect(tallyEvents(xml, 'DISK')).toEqual({
      count: 2,
      isPart: false,
      last: ['First <disk> é', 'Third & last disk'],
    });
    const { at, asked } = recorded(() => xml);
    expect(await windowsChecks.events({ ...query, log: 'Application' }, at)).toMatchObject({ count: 3 });
    expect(asked[0]?.args.slice(0, 2)).toEqual(['qe', 'Application']);
    await expect(windowsChecks.events({ ...query, log: '/r:elsewhere' }, at)).rejects.toThrow('no name of a log');
  });

  it('say that there are more when there are', () => {
    expect(tallyEvents('<Event><Data>x</Data></Event>'.repeat(2000), '')).toMatchObject({ count: 2000, isPart: true });
  });
});

describe('updates', () => {
  it('a restart is pending when one of the keys is there', async () => {
    const { at } = recorded(({ args }) => ({ code: args[1]?.includes('WindowsUpdate') ? 0 : 1 }));
    expect(await windowsChecks.rebootReasons(at)).toEqual(['Windows Update']);
  });

  it('the last patch is the newest date in UTC', async () => {
    expect(latestDate('2026-11-10T12:00:00Z\r\n2026-10-01T00:00:00Z\r\n')).toEqual(new Date('2026-11-10T12:00:00Z'));
    expect(await windowsChecks.lastPatch(recorded(() => '\r\n').at)).toBeNull();
  });
});
