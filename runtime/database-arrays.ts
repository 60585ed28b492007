/** PostgreSQL's text form of arrays (manual, 8.15.6): `{1,NULL,"a \"quoted\" text",{2,3}}`. */

type Element = unknown;

/** Elements through `parse`, NULL as null, nested arrays nested. Throws on what PostgreSQL would not have written. */
export function parseArray(value: string, parse: (text: string) => unknown): Element[] {
  let at = 0;
  const fail = () => new Error(`array ${value.slice(0, 100)} cannot be read at ${at}`);

  const readQuoted = (): string => {
    let result = '';
    for (at++; value[at] !== '"'; at++) {
      if (value[at] === '\\') at++;
      if (at >= value.length) throw fail();
      result += value[at];
    }
    at++;
    return result;
  };
  const readPlain = (): Element => {
    const start = at;
    while (at < value.length && value[at] !== ',' && value[at] !== '}') at++;
    const plain = value.slice(start, at);
    return plain === 'NULL' ? null : parse(plain);
  };
  const readElement = (): Element => {
    if (value[at] === '{') return readArray();
    return value[at] === '"' ? parse(readQuoted()) : readPlain();
  };
  const readArray = (): Element[] => {
    const elements: Element[] = [];
    if (value[at++] !== '{') throw fail();
    while (value[at] !== '}') {
      if (elements.length > 0 && value[at++] !== ',') throw fail();
      elements.push(readElement());
    }
    at++;
    return elements;
  };

  const result = readArray();
  if (at !== value.length) throw fail();
  return result;
}

/** The opposite; every element is quoted, so that none is taken for NULL or for syntax. Undefined is a forgotten value. */
export function serializeArray(elements: unknown[], serialize: (value: unknown) => string): string {
  const parts = elements.map((element) => {
    if (element === undefined) throw new Error('undefined in an array parameter');
    if (element === null) return 'NULL';
    if (Array.isArray(element)) return serializeArray(element, serialize);
    return `"${serialize(element).replace(/["\\]/g, '\\$&')}"`;
  });
  return `{${parts.join(',')}}`;
}
