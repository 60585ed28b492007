import { For } from 'solid-js';
import { t } from '../../i18n/index.ts';
import { Card } from '../../ui/card.tsx';
import { typeGroups, typeName, typeWhy } from './check-words.ts';
import type { CheckType } from './queries.ts';

/** Every type with what it watches, before anything else is asked. */
export function TypeChooser(props: { onChoose: (type: CheckType) => void }) {
  return (
    <Card title={t('checks.choose_type')} pad>
      <div class="stack">
        <For each={typeGroups}>
          {(group) => (
            <section class="stack gap-2">
              <h3 class="sm strong">{t(group.label)}</h3>
              <ul class="grid grid-cols-1 gap-2 md:grid-cols-2 lg:grid-cols-3">
                <For each={group.types}>
                  {(type) => (
                    <li>
                      <button type="button" class="choice type-choice" onClick={() => props.onChoose(type)}>
                        <span class="strong">{typeName(type)}</span>
                        <span class="hint">{typeWhy(type)}</span>
                      </button>
                    </li>
                  )}
                </For>
              </ul>
            </section>
          )}
        </For>
      </div>
    </Card>
  );
}
