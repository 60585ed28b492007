import { createSignal } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { IconBell, IconBellOff, IconCalendar, IconClock } from '../../ui/icons.ts';
import { Menu } from '../../ui/menu.tsx';
import { endOf, fromLocalInput, localInput, silenceSpans } from './silence.ts';

type SilenceMenuProps = {
  /** One of them has a silence that can be ended. */
  silenced: boolean;
  busy: boolean;
  /** Null ends the silence. */
  onChoose: (until: string | null) => void;
};

/** For how long nobody is told: an hour, four, until tomorrow, or until a time one names. */
export function SilenceMenu(props: SilenceMenuProps) {
  const [custom, setCustom] = createSignal(false);
  return (
    <>
      <Menu
        placement="bottom-end"
        items={[
          ...silenceSpans.map(({ span, label }) => ({
            label: t(label),
            icon: IconClock,
            run: () => props.onChoose(endOf(span, new Date()).toISOString()),
          })),
          { label: t('alerts.silence.custom'), icon: IconCalendar, run: () => setCustom(true) },
          ...(props.silenced
            ? (['line', { label: t('alerts.silence.end'), icon: IconBell, run: () => props.onChoose(null) }] as const)
            : []),
        ]}
        trigger={(trigger) => (
          <Button {...trigger} icon={IconBellOff} busy={props.busy}>
            {t('alerts.silence')}
          </Button>
        )}
      />
      <CustomDialog open={custom()} onOpenChange={setCustom} onChoose={props.onChoose} />
    </>
  );
}

function CustomDialog(props: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onChoose: (until: string) => void;
}) {
  const [value, setValue] = createSignal(localInput(endOf('tomorrow', new Date())));
  const until = () => {
    const at = fromLocalInput(value());
    return at !== undefined && new Date(at) > new Date() ? at : undefined;
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const at = until();
    if (at === undefined) return;
    props.onOpenChange(false);
    props.onChoose(at);
  };
  return (
    <Dialog
      open={props.open}
      onOpenChange={props.onOpenChange}
      title={t('alerts.silence.custom_title')}
      foot={
        <>
          <Button onClick={() => props.onOpenChange(false)}>{t('ui.cancel')}</Button>
          <Button look="primary" type="submit" form="silence-until" disabled={until() === undefined}>
            {t('alerts.silence')}
          </Button>
        </>
      }
    >
      <form id="silence-until" onSubmit={submit}>
        <TextField
          label={t('alerts.silence.until')}
          hint={t('alerts.silence.hint')}
          value={value()}
          onChange={setValue}
          error={until() === undefined ? t('alerts.silence.past') : undefined}
          input={{ type: 'datetime-local', required: true }}
        />
      </form>
    </Dialog>
  );
}
