import { t } from '../../i18n/index.ts';
import { TextField } from '../../ui/field.tsx';
import type { Submit } from '../../ui/form.ts';
import { IconHelp } from '../../ui/icons.ts';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import { Select } from '../../ui/select.tsx';
import { enrollsInto } from '../organisation/access.ts';
import type { Organisation } from '../organisation/organisation.ts';
import { PlaceTree } from '../organisation/place-tree.tsx';
import { type Place, placeName } from '../organisation/places.ts';
import { Refused } from '../settings/refused.tsx';

/** A site or department, or on purpose none. */
export type Destination = Place | 'nowhere';

const HOURS = ['1', '24', '72', '168', '720', '8760'] as const;
export type TokenValues = { description: string; uses: string; ttl: (typeof HOURS)[number] };

export type TokenFormProps = {
  id: string;
  form: Submit;
  values: TokenValues;
  onValues: (change: Partial<TokenValues>) => void;
  usesValid: boolean;
  organisation: Organisation;
  to: Destination | undefined;
  onTo: (to: Destination) => void;
  /** Only somebody without an access scope may leave it open where devices go. */
  mayNowhere: boolean;
};

/** What a new token is for: where its devices go, how many, for how long. */
export function TokenForm(props: TokenFormProps) {
  const options = () => HOURS.map((value) => ({ value, label: t(`enrollment.ttl_${value}`) }));
  return (
    <form id={props.id} class="stack" onSubmit={props.form.onSubmit}>
      <TextField
        label={t('enrollment.name')}
        hint={t('enrollment.name_hint')}
        optional
        value={props.values.description}
        onChange={(description) => props.onValues({ description })}
        error={props.form.issue('description')}
        input={{ maxlength: 200, autocomplete: 'off' }}
      />
      <DestinationTree {...props} />
      <div class="grid grid-cols-1 gap-4 md:grid-cols-2">
        <TextField
          label={t('enrollment.uses')}
          value={props.values.uses}
          onChange={(uses) => props.onValues({ uses })}
          error={props.usesValid ? props.form.issue('uses') : t('enrollment.uses_wrong')}
          input={{ inputmode: 'numeric', autocomplete: 'off', required: true }}
        />
        <Select
          label={t('enrollment.ttl')}
          value={props.values.ttl}
          onChange={(ttl) => props.onValues({ ttl })}
          options={options()}
        />
      </div>
      <Refused what={t('enrollment.create_failed')} error={props.form.error()} />
    </form>
  );
}

const NOWHERE = 'nowhere';

function DestinationTree(props: TokenFormProps) {
  const chosen = () => {
    if (props.to === undefined) return t('enrollment.choose');
    return props.to === NOWHERE ? t('enrollment.nowhere') : placeName(props.to);
  };
  return (
    <div class="stack gap-2">
      <p>
        <span class="label text-text">{t('enrollment.destination')}</span> <span role="status">{chosen()}</span>
      </p>
      <ScrollBox class="targets max-h-60" label={t('enrollment.destination')}>
        <PlaceTree
          label={t('enrollment.destination')}
          organisation={props.organisation}
          selected={props.to === NOWHERE ? NOWHERE : props.to?.id}
          selectable={enrollsInto}
          onSelect={props.onTo}
          first={props.mayNowhere ? [{ id: NOWHERE, label: t('enrollment.nowhere'), icon: IconHelp }] : []}
          onFirst={() => props.onTo(NOWHERE)}
        />
      </ScrollBox>
    </div>
  );
}
