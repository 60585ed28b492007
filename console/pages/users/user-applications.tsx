import { Show } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { useCompany } from '../../shell/company.ts';
import { IconApplications } from '../../ui/icons.ts';
import { RelativeTime } from '../../ui/time.tsx';
import { useApplicationsOf } from '../applications/queries.ts';
import { ActsFor } from './acts-for.tsx';
import type { UserDetail } from './queries.ts';

/** AI applications that act for the account. Absent too where the reader may not see them. */
export function UserApplications(props: { user: UserDetail }) {
  const company = useCompany();
  const applications = useApplicationsOf(() => props.user.id);
  return (
    <ActsFor
      title={t('apps.of_user')}
      icon={IconApplications}
      rows={applications.isSuccess ? applications.data.oauth_apps : []}
      hrefOf={({ id }) => company.href(`/ai/applications?app=${id}`)}
    >
      {(application) => (
        <Show when={application.users.find(({ id }) => id === props.user.id)}>
          {(use) => <RelativeTime at={use().last_used_at} />}
        </Show>
      )}
    </ActsFor>
  );
}
