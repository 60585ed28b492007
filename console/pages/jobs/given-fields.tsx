import { createSignal, Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { shownText } from '../../ui/code/visible.ts';
import { TextArea } from '../../ui/field.tsx';
import { IconChevronDown, IconChevronRight } from '../../ui/icons.ts';
import type { Draft } from './draft.ts';

/** Arguments and variables beside the parameters; few runs need them, so they fold. */
export function GivenFields(props: { draft: Draft }) {
  const [open, setOpen] = createSignal(props.draft.args() !== '' || props.draft.variables() !== '');
  const wrong = () => {
    const line = props.draft.wrongVariable();
    return line === undefined ? undefined : t('run_script.variables_wrong', { line: shownText(line) });
  };
  return (
    <div class="stack gap-3">
      <div>
        <Button
          look="quiet"
          size="s"
          icon={open() ? IconChevronDown : IconChevronRight}
          aria-expanded={open()}
          onClick={() => setOpen(!open())}
        >
          {t('run_script.given')}
        </Button>
      </div>
      <Show when={open()}>
        <div class="grid grid-cols-1 gap-4 md:grid-cols-2">
          <TextArea
            label={t('run_script.args')}
            hint={t('run_script.args_hint')}
            optional
            value={props.draft.args()}
            onChange={props.draft.setArgs}
            error={props.draft.submit.issue('args')}
            rows={3}
            mono
            input={{ spellcheck: false, autocapitalize: 'none' }}
          />
          <TextArea
            label={t('run_script.variables')}
            hint={t('run_script.variables_hint')}
            optional
            value={props.draft.variables()}
            onChange={props.draft.setVariables}
            error={wrong() ?? props.draft.submit.issue('env')}
            rows={3}
            mono
            input={{ spellcheck: false, autocapitalize: 'none' }}
          />
        </div>
      </Show>
    </div>
  );
}
