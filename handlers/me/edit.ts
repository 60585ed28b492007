import { changeLanguage } from '../../domain/me/language.ts';
import { signedIn } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { Me, MeEdit } from '../../schema/sessions.ts';

export const editMe = endpoint(
  {
    route: 'PATCH /api/me',
    summary: 'Set the language of the console',
    access: signedIn,
    body: MeEdit,
    output: Me,
    audits: ['user.language.update'],
  },
  (ctx, { body }) => changeLanguage(ctx, body.language),
);
