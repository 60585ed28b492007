import { Palette } from '../ui/palette/palette.tsx';
import { pageCommands } from './commands.ts';
import { usePaletteCommands } from './palette-commands.ts';
import { usePaletteSearch } from './palette-search.tsx';

/** Ctrl-K: what the page on screen offers, pages, commands, and devices, companies and jobs by name. */
export function ConsolePalette(props: { open: boolean; onOpenChange: (open: boolean) => void; onKeys: () => void }) {
  const commands = usePaletteCommands(() => props.onKeys());
  const search = usePaletteSearch();
  return (
    <Palette
      open={props.open}
      onOpenChange={props.onOpenChange}
      commands={props.open ? [...pageCommands(), ...commands()] : []}
      search={search}
    />
  );
}
