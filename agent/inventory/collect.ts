/**
 * Collecting the inventory. It runs in a short-lived child of the agent (`-print-inventory`), so that the memory it
 * takes goes with it; a section is a line `<name> <sha256> <canonical JSON>`.
 */
import { AGENT_FRAME_MAX_BYTES } from '../../schema/agent.ts';
import { type SectionName, sectionNames, sections } from '../../schema/inventory.ts';
import type { Platform } from '../platform/platform.ts';
import { sentence } from '../text.ts';
import { canonicalJson, sha256 } from './canonical.ts';

/** Room for the frame around a section. */
const SECTION_MAX_BYTES = AGENT_FRAME_MAX_BYTES - 64 * 1024;

/** Writes a line per section; one that fails goes to `complain` and leaves the others alone. */
export async function printInventory(
  platform: Platform,
  print: (line: string) => void,
  complain: (line: string) => void,
): Promise<void> {
  for (const name of sectionNames) {
    try {
      const json = await collect(platform, name);
      print(`${name} ${sha256(json)} ${json}\n`);
    } catch (error) {
      complain(`${name}: ${sentence(error)}\n`);
    }
  }
}

async function collect(platform: Platform, name: SectionName): Promise<string> {
  let data = sections[name].parse(await platform.sections[name]());
  let json = canonicalJson(data);
  // Only a list can grow past a frame; a part of it is more than a connection that closes over it.
  while (Array.isArray(data) && Buffer.byteLength(json) > SECTION_MAX_BYTES) {
    data = sections[name].parse(data.slice(0, data.length >> 1));
    json = canonicalJson(data);
  }
  return json;
}
