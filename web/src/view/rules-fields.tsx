// The choice of a rule set, from the engine's own list: a family of rules and a size.

import type { Key } from '../i18n';
import { english } from '../english';
import { familyOf, variantOf } from '../rules';
import type { Props } from './props';

type RulesProps = Props & { value: string; onChange(variant: string): void };

export function RulesFields({ state, t, value, onChange }: RulesProps) {
  const variants = state.options.get('UCI_Variant')?.values ?? [];
  const { family, size } = familyOf(value);
  const families = [...new Set(variants.map((variant) => familyOf(variant).family))];
  const sizes = variants.filter((variant) => familyOf(variant).family === family).map((variant) => familyOf(variant).size);
  return (
    <div class="two">
      <label>
        <span>{t('new.rules')}</span>
        <select value={family} onChange={(event) => onChange(variantOf(event.currentTarget.value, size))}>
          {families.map((each) => (
            <option key={each} value={each}>
              {`rules.${each}` in english ? t(`rules.${each}` as Key) : each}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>{t('new.size')}</span>
        <select value={size} onChange={(event) => onChange(variantOf(family, event.currentTarget.value))}>
          {sizes.map((each) => (
            <option key={each} value={each}>
              {each} × {each}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
