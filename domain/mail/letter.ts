import type { MailMessage } from './transport.ts';

/** What a mail says in one language, without its form. */
export interface Letter {
  subject: string;
  greeting: string;
  paragraphs: string[];
  /** The one thing to do. */
  action?: { label: string; url: string };
  /** After the action, smaller: until when, and what if it was not you. */
  notes: string[];
  /** Which server wrote this. */
  footer: string;
}

/** As text and as HTML, which say the same. No images, nothing from elsewhere, nothing that tells whether it was read. */
export const typeset = (letter: Letter, language: string): Omit<MailMessage, 'to' | 'id'> => ({
  subject: letter.subject,
  text: textOf(letter),
  html: htmlOf(letter, language),
});

function textOf({ greeting, paragraphs, action, notes, footer }: Letter): string {
  const parts = [greeting, ...paragraphs, ...(action ? [action.url] : []), ...notes, `-- \n${footer}`];
  return `${parts.join('\n\n')}\n`;
}

const style = {
  body: 'margin:0;padding:24px;background:#f4f5f7;color:#1c2330;font:16px/1.5 system-ui,-apple-system,Segoe UI,Roboto,sans-serif',
  sheet: 'max-width:560px;margin:0 auto;padding:28px;background:#ffffff;border:1px solid #dfe3ea;border-radius:8px',
  paragraph: 'margin:0 0 16px',
  button:
    'display:inline-block;padding:10px 20px;background:#0d6a78;color:#ffffff;text-decoration:none;border-radius:6px',
  link: 'margin:0 0 16px;font-size:14px;overflow-wrap:anywhere',
  note: 'margin:0 0 8px;font-size:14px;color:#4c566a',
  footer: 'max-width:560px;margin:16px auto 0;font-size:13px;color:#5b6577',
};

function htmlOf({ subject, greeting, paragraphs, action, notes, footer }: Letter, language: string): string {
  const said = [greeting, ...paragraphs].map((text) => `<p style="${style.paragraph}">${escaped(text)}</p>`);
  const asked = action ? actionOf(action) : [];
  const small = notes.map((text) => `<p style="${style.note}">${escaped(text)}</p>`);
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(subject)}</title></head>
<body style="${style.body}">
<div style="${style.sheet}">
${[...said, ...asked, ...small].join('\n')}
</div>
<p style="${style.footer}">${escaped(footer)}</p>
</body>
</html>
`;
}

/** The address in full as well, for who looks before clicking or copies it. */
const actionOf = ({ label, url }: { label: string; url: string }): string[] => [
  `<p style="${style.paragraph}"><a href="${escaped(url)}" style="${style.button}">${escaped(label)}</a></p>`,
  `<p style="${style.link}"><a href="${escaped(url)}" style="color:#0d6a78">${escaped(url)}</a></p>`,
];

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
