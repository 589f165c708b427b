import { Anchor } from '@mantine/core'
import { IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import type { SimilarCount as Counted } from '#features/clusters/contract.ts'
import { loadSimilar } from './load-similar.ts'
import { texts } from './texts.ts'
import classes from './clusters.module.css'

/** Beside a finding in a list: how many others are in its clusters, of which it opens the first, or the largest where all were not counted. Nothing where it is alone, or not known. */
export function SimilarCount({ row }: { row: { id: string; company: { id: string } } }) {
  const { id, company } = row
  const { data } = useQuery({
    queryKey: ['clusters', 'similar', id],
    queryFn: () => loadSimilar(id, company.id),
    retry: false,
  })
  return data ? <ClusterLink {...data} /> : null
}

// A row is rendered again with each change of it; the link stays.
const ClusterLink = memo(function ClusterLink(props: LinkProps) {
  const { clusterId, others, isExact } = props
  const title = texts.othersInClusters(props)
  return (
    <Anchor
      component={Link}
      to={`/clusters/${clusterId}` as never}
      className={classes['similar']!}
      aria-label={title}
      title={title}
      // Written by the style sheet: whoever copies or reads the cell gets the title of the finding alone.
      data-count={texts.atLeast(others, isExact)}
      data-word={texts.similar}
    >
      <IconUsersGroup size={12} aria-hidden />
    </Anchor>
  )
})

type LinkProps = Omit<Counted, 'id'>
