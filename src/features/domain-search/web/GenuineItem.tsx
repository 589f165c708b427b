import { useQuery } from '@tanstack/react-query'
import { domainSearch } from '#features/domain-search/contract.ts'
import { call } from '#kit/web/call.ts'
import classes from './GenuineItem.module.css'

type Props = { brandId: string; brandName: string; size: 'peek' | 'card'; none?: string }

/** The brand's own pictures, to compare a finding with; its name and `none` as long as none is stored. */
export function GenuineItem({ brandId, brandName, size, none }: Props) {
  const { data } = useQuery({
    queryKey: ['genuine', brandId],
    queryFn: ({ signal }) => call(domainSearch.genuine, { brand: brandId }, { signal }),
    staleTime: 10 * 60_000,
    retry: false,
  })
  const pictures = data?.docs ?? []
  const shown = size === 'card' ? pictures.slice(0, 1) : pictures
  // A letter on every card says nothing; the open finding explains it.
  if (none === undefined && shown.length === 0) return null
  return (
    <div className={classes.genuine} data-size={size} data-count={shown.length}>
      {shown.map(({ id, label, imageUrl }) => (
        <img key={id} src={imageUrl} alt={label} title={label} loading="lazy" decoding="async" />
      ))}
      {shown.length === 0 && (
        <span className={classes.name}>
          <span className={classes.letter} aria-hidden>
            {brandName.slice(0, 1).toUpperCase()}
          </span>
          <span>{data ? none : ''}</span>
        </span>
      )}
    </div>
  )
}
