import { Checkbox, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { ClusterPage } from '#features/clusters/contract.ts'
import { Thumbnail } from '#kit/web/cells.tsx'
import { countText } from '#vocabulary/numbers.ts'
import { kindNames, linkText, texts } from './texts.ts'
import { withOrWithout } from './with-or-without.ts'
import classes from './clusters.module.css'

type Props = {
  cluster: ClusterPage
  /** Without them nothing can be selected. */
  selected?: ReadonlySet<string>
  select?: (ids: ReadonlySet<string>) => void
}

/** What the findings of a cluster share, each with the number of findings that have it. */
export function ClusterValues({ cluster: { values, moreValues, imageUrl }, selected, select }: Props) {
  return (
    <section className={classes['part']} aria-label={texts.shared}>
      <Title order={2} size="h5">
        {texts.shared}
      </Title>
      <ul className={classes['list']}>
        {values.map((value) => (
          <li key={value.id}>
            {selected && select && values.length > 1 ? (
              <Checkbox
                size="xs"
                aria-label={texts.select(linkText(value))}
                checked={selected.has(value.id)}
                onChange={() => select(withOrWithout(selected, value.id))}
              />
            ) : null}
            <span className={classes['kind']}>{kindNames[value.kind]}</span>
            <span className={classes['what']}>
              {value.kind === 'picture' ? (
                <SharedPicture address={imageUrl} />
              ) : value.kind === 'template' ? (
                texts.asOn(value.text)
              ) : (
                value.text
              )}
            </span>
            <span className={classes['number']}>{countText(value.findings)}</span>
          </li>
        ))}
      </ul>
      {moreValues > 0 ? (
        <Text size="sm" c="dimmed" mt={6}>
          {texts.moreValues(moreValues)}
        </Text>
      ) : null}
    </section>
  )
}

/** The picture that the findings share, large enough to judge it. */
function SharedPicture({ address }: { address: string | null }) {
  const [failed, setFailed] = useState<string>()
  if (address === null || failed === address) return <Thumbnail source={null} label={texts.picture} />
  return (
    <img
      className={classes['shared']}
      src={address}
      alt={texts.picture}
      referrerPolicy="no-referrer"
      onError={() => setFailed(address)}
    />
  )
}
