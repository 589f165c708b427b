import { Anchor, Text } from '@mantine/core'
import { IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { clusters } from '#features/clusters/contract.ts'
import { call } from '#kit/web/call.ts'
import { linkText, texts } from './texts.ts'
import classes from './clusters.module.css'

/** The clusters of a finding: how many are alike, and why. Nothing when it has none, or while they are not known. */
export function AlikeFindings({ row: { id } }: { row: { id: string } }) {
  const { data } = useQuery({
    queryKey: ['clusters', 'of', id],
    queryFn: ({ signal }) => call(clusters.ofFinding, { id }, { signal }),
    retry: false,
  })
  if (!data || data.groups.length === 0) return null
  return (
    <section aria-label={texts.alike}>
      <ul className={classes['alike']}>
        {data.groups.map(({ clusterId, findings, links }) => (
          <li key={clusterId}>
            <IconUsersGroup size={14} aria-hidden style={{ verticalAlign: -2 }} />{' '}
            <Anchor component={Link} to={`/clusters/${clusterId}` as never} size="sm" underline="always">
              {texts.nAlike(findings - 1)}
            </Anchor>{' '}
            <Text span size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {links.map(linkText).join(' · ')}
            </Text>
          </li>
        ))}
      </ul>
    </section>
  )
}
