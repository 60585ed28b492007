/**
 * What a dictionary may hold. A text is a sentence with `{placeholders}`, or, where a number decides the form,
 * one sentence per Intl plural category; `{count}` is then written as a number in the reader's language.
 */
export type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };
export type Text = string | Plural;
export type Texts = Record<string, Text>;

/** The same keys in another language: a missing or an extra one does not compile. */
export type Translation<T extends Texts> = { readonly [K in keyof T]: T[K] extends string ? string : Plural };

type Names<S> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
type NamesOf<T> = T extends string ? Names<T> : T extends { other: infer Other } ? Names<Other> | 'count' : never;

/** Placeholders of a text, as the object that t() then asks for; `count` is a number wherever it appears. */
export type Params<T, Value = string | number> = { [N in NamesOf<T>]: N extends 'count' ? number : Value };
export type ParamArgs<T, Value = string | number> = [NamesOf<T>] extends [never] ? [] : [params: Params<T, Value>];
