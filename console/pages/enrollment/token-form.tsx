import { t } from '../../i18n/index.ts';
import { TextField } from '../../ui/field.tsx';
import { IconHelp } from '../../ui/icons.ts';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import { Select } from '../../ui/select.tsx';
import { enrollsInto } from '../organisation/access.ts';
import { PlaceTree } from '../organisation/place-tree.tsx';
import { placeName } from '../organisation/places.ts';
import { Refused } from '../settings/refused.tsx';
import { HOURS, type TokenDraft } from './token-draft.ts';

export type TokenFormProps = {
  id: string;
  draft: TokenDraft;
  /** Only somebody without an access scope may leave it open where devices go. */
  mayNowhere: boolean;
};

/** What a new token is for: where its devices go, how many, for how long. */
export function TokenForm(props: TokenFormProps) {
  const options = () => HOURS.map((value) => ({ value, label: t(`enrollment.ttl_${value}`) }));
  return (
    <form id={props.id} class="stack" onSubmit={props.draft.form.onSubmit}>
      <TextField
        label={t('enrollment.name')}
        hint={t('enrollment.name_hint')}
        optional
        value={props.draft.values().description}
        onChange={(description) => props.draft.change({ description })}
        error={props.draft.form.issue('description')}
        input={{ maxlength: 200, autocomplete: 'off' }}
      />
      <DestinationTree {...props} />
      <div class="grid grid-cols-1 gap-4 md:grid-cols-2">
        <TextField
          label={t('enrollment.uses')}
          value={props.draft.values().uses}
          onChange={(uses) => props.draft.change({ uses })}
          error={props.draft.usesValid() ? props.draft.form.issue('uses') : t('enrollment.uses_wrong')}
          input={{ inputmode: 'numeric', autocomplete: 'off', required: true }}
        />
        <Select
          label={t('enrollment.ttl')}
          value={props.draft.values().ttl}
          onChange={(ttl) => props.draft.change({ ttl })}
          options={options()}
        />
      </div>
      <Refused what={t('enrollment.create_failed')} error={props.draft.form.error()} />
    </form>
  );
}

const NOWHERE = 'nowhere';

function DestinationTree(props: TokenFormProps) {
  const chosen = () => {
    const to = props.draft.to();
    if (to === undefined) return t('enrollment.choose');
    return to === NOWHERE ? t('enrollment.nowhere') : placeName(to);
  };
  const selected = () => {
    const to = props.draft.to();
    return to === NOWHERE ? NOWHERE : to?.id;
  };
  return (
    <div class="stack gap-2">
      <p>
        <span class="label text-text">{t('enrollment.destination')}</span> <span role="status">{chosen()}</span>
      </p>
      <ScrollBox class="targets max-h-60" label={t('enrollment.destination')}>
        <PlaceTree
          label={t('enrollment.destination')}
          organisation={props.draft.organisation}
          selected={selected()}
          selectable={enrollsInto}
          onSelect={props.draft.setTo}
          first={props.mayNowhere ? [{ id: NOWHERE, label: t('enrollment.nowhere'), icon: IconHelp }] : []}
          onFirst={() => props.draft.setTo(NOWHERE)}
        />
      </ScrollBox>
    </div>
  );
}
