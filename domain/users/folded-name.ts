/**
 * A user name for comparing outside of the database: names that are one account there are one key here, so that another
 * spelling of a name has no budget of its own. PostgreSQL's lower() takes letter by letter, and makes `i` of `İ`;
 * toLowerCase() looks at the letters around, and makes two of it (Unicode, SpecialCasing).
 */
export const foldedName = (name: string): string =>
  [...name].map((letter) => (letter === 'İ' ? 'i' : letter.toLowerCase())).join('');
