import { z } from 'zod';

/** What both providers ask of a tool's name. */
export const toolName = /^[a-zA-Z0-9_-]{1,64}$/;

/**
 * Why a provider would not take this as the schema of a tool's input: OpenAI wants an object at the top without alternatives
 * there, Anthropic the same, and references are followed by neither of the local ones.
 */
export function schemaFaults(tool: string, schema: unknown): string[] {
  const top = z.looseObject({ type: z.literal('object') }).safeParse(schema);
  if (!top.success) return [`the schema of ${tool} is no object at its top`];
  const faults = ['oneOf', 'anyOf', 'allOf', 'enum', 'not']
    .filter((key) => key in top.data)
    .map((key) => `the schema of ${tool} has ${key} at its top`);
  if (/"\$(ref|defs)":/.test(JSON.stringify(schema))) faults.push(`the schema of ${tool} holds references`);
  return faults;
}
