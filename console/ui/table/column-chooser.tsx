import { t } from '../../i18n/index.ts';
import { Button } from '../button.tsx';
import { IconColumns } from '../icons.ts';
import { Menu } from '../menu.tsx';
import type { ColumnState } from './state.ts';

/** The button that chooses columns; the browser remembers. */
export function ColumnChooser<Row>(props: { state: ColumnState<Row> }) {
  return (
    <Menu
      placement="bottom-end"
      trigger={(trigger) => (
        <Button icon={IconColumns} {...trigger}>
          {t('table.columns')}
        </Button>
      )}
      items={props.state.all
        .filter((column) => !column.fixed)
        .map((column) => ({
          label: column.header,
          get checked() {
            return props.state.isVisible(column.id);
          },
          onChange: (visible) => props.state.setVisible(column.id, visible),
        }))}
    />
  );
}
