import { useQuery } from '@tanstack/react-query'
import { pictureCalls } from '#features/domain-search/contract-pictures.ts'
import { call } from '#kit/web/call.ts'
import { thumbnailOf } from '#kit/web/cells.tsx'
import classes from './GenuineItem.module.css'

type Props = { brandId: string; brandName: string; size: 'peek' | 'head' | 'large head'; none?: string }

/** Pictures in the head of a gallery, where several brands stand side by side. */
const maxInHead = 3

/** The brand's own pictures, to compare a finding with; its name and `none` as long as none is stored. */
export function GenuineItem({ brandId, brandName, size, none }: Props) {
  const { data, isPending } = useQuery({
    queryKey: ['genuine', brandId],
    queryFn: ({ signal }) => call(pictureCalls.genuine, { brand: brandId }, { signal }),
    staleTime: 10 * 60_000,
    retry: false,
  })
  const pictures = data?.docs ?? []
  // A name alone says nothing in a head; the open finding explains it. Until they come their place is kept, or the cards
  // below would move under somebody's finger.
  if (none === undefined && pictures.length === 0 && !isPending) return null
  const images = (shown: typeof pictures) =>
    shown.map(({ id, label, imageUrl }) => (
      <img
        key={id}
        src={thumbnailOf(imageUrl, 'card') ?? imageUrl}
        alt={label}
        title={label}
        decoding="async"
        // A broken picture would look like one of the brand's, an empty box.
        onError={({ currentTarget }) => (currentTarget.hidden = true)}
      />
    ))
  if (size !== 'peek')
    return (
      <figure className={classes.ofBrand} data-size={size}>
        <div className={classes.row}>{images(pictures.slice(0, maxInHead))}</div>
        <figcaption>{brandName}</figcaption>
      </figure>
    )
  return (
    <div className={classes.genuine} data-count={pictures.length}>
      {images(pictures)}
      {pictures.length === 0 && (
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
