import { Checkbox } from '@mantine/core'
import type { SearchedDomain } from '#features/domain-search/contract-schemas.ts'
import type { Action } from '#features/domain-search/rules.ts'
import { SuspiciousLink } from '#kit/web/SuspiciousLink.tsx'
import { useSettings } from '#kit/web/settings.ts'
import stacked from '#kit/web/stacked-table.module.css'
import { showDayOf } from '#vocabulary/dates.ts'
import { Actions } from './DomainCard.tsx'
import classes from './DomainSearch.module.css'
import { searchedTexts as texts } from './texts.ts'

type Props = {
  rows: readonly SearchedDomain[]
  selected: readonly string[]
  decide: (action: Action, id: string) => void
  takeBack: (id: string) => void
  toggle: (id: string) => void
}

/** The searched domains as a list (S-096). */
export function DomainList({ rows, selected, decide, takeBack, toggle }: Props) {
  const { businessZone } = useSettings()
  const chosen = new Set(selected)
  const [, ...heads] = texts.heads
  return (
    <section className={`${classes['scroller']} ${classes['list']}`} tabIndex={0} aria-label={texts.title}>
      <table className={`${classes['table']} ${stacked['stacked']}`}>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{texts.selection}</span>
            </th>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((domain, index) => (
            <tr
              key={domain.id}
              tabIndex={0}
              data-card={domain.id}
              data-selected={chosen.has(domain.id) || undefined}
              aria-label={domain.unicode}
            >
              <td data-part="select">
                <Checkbox
                  size="xs"
                  tabIndex={-1}
                  aria-label={texts.select(domain.domain)}
                  checked={chosen.has(domain.id)}
                  onChange={() => toggle(domain.id)}
                />
              </td>
              <td data-head={heads[0]}>{index + 1}</td>
              <td data-head={heads[1]}>{domain.company}</td>
              <td data-head={heads[2]}>{domain.brand}</td>
              <td data-part="title">
                <SuspiciousLink address={domain.domain} />
              </td>
              <td data-head={heads[4]}>{showDayOf(domain.createdAt, businessZone)}</td>
              <td data-head={heads[5]}>{texts.likeness(Math.round(100 * domain.likeness))}</td>
              <td>
                <Actions
                  domain={domain}
                  decide={(action) => decide(action, domain.id)}
                  takeBack={() => takeBack(domain.id)}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
