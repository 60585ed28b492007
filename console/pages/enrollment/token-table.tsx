import { formatNumber } from '../../i18n/format.ts';
import { t } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { StatusWord } from '../../ui/status.tsx';
import { Table, type TableColumn } from '../../ui/table/table.tsx';
import { now, RelativeTime } from '../../ui/time.tsx';
import { destinationName, type EnrollToken, isSpent, tokenStatus } from './token.ts';

/** Tokens, newest first, with what is left of each. */
export function TokenTable(props: { tokens: readonly EnrollToken[]; onRevoke: (token: EnrollToken) => void }) {
  const name = (token: EnrollToken) => token.description || t('enrollment.untitled');
  const columns = (): TableColumn<EnrollToken>[] => [
    {
      header: t('enrollment.token'),
      kind: 'wrap',
      cell: (token) => (
        <>
          <span class={token.description ? 'strong' : 'muted'}>{name(token)}</span>
          <div class="sub">
            <RelativeTime at={token.created_at} /> {t('enrollment.made_by', { name: token.created_by })}
          </div>
        </>
      ),
    },
    {
      header: t('enrollment.destination'),
      kind: 'wrap',
      cell: (token) => <span class={token.site_id ? 'dim' : 'muted'}>{destinationName(token)}</span>,
    },
    { header: t('enrollment.status'), cell: (token) => <StatusWord {...tokenStatus(token, now())} /> },
    {
      header: t('enrollment.uses_left'),
      kind: 'num',
      cell: (token) => t('enrollment.left_of', { left: formatNumber(token.uses_left), uses: formatNumber(token.uses) }),
    },
    { header: t('enrollment.ends'), kind: 'num', cell: (token) => <RelativeTime class="dim" at={token.expires_at} /> },
    {
      header: t('enrollment.acts'),
      hideHeader: true,
      kind: 'num',
      cell: (token) => {
        const act = () => (isSpent(token, now()) ? 'remove' : 'revoke');
        return (
          <Button
            size="s"
            look="quiet"
            aria-label={t(`enrollment.${act()}_named`, { name: name(token) })}
            onClick={() => props.onRevoke(token)}
          >
            {t(`enrollment.${act()}`)}
          </Button>
        );
      },
    },
  ];
  return <Table label={t('settings.enrollment')} columns={columns()} rows={props.tokens} />;
}
