import { memo, useMemo } from 'react'
import type { Finding } from './finding.ts'
import classes from './FindingGallery.module.css'
import { genuineItem } from './slots.ts'
import { texts } from './texts.ts'

type Props = { rows: readonly Finding[]; active: string | undefined }

/** Brands whose genuine items stand in the head of a gallery. */
const maxBrands = 5

/** Above a gallery: the genuine items of its brands, that of the active card first and larger. */
export function GenuineHead({ rows, active }: Props) {
  const all = useMemo(() => [...new Map(rows.map(({ brand }) => [brand.id, brand.brandName]))], [rows])
  const current = (rows.find(({ id }) => id === active) ?? rows[0])?.brand
  if (!current) return null
  const others = all.filter(([id]) => id !== current.id)
  return <Brands brands={JSON.stringify([[current.id, current.brandName], ...others].slice(0, maxBrands))} />
}

// Decisions change rows, and keys the active one, many times a minute: the pictures stay as they are meanwhile.
const Brands = memo(function Brands({ brands }: { brands: string }) {
  const [[id, name], ...others] = JSON.parse(brands) as [[string, string], ...[string, string][]]
  return (
    <section className={classes.genuine} aria-label={texts.genuine}>
      <h3>{texts.genuine}</h3>
      <genuineItem.Outlet brandId={id} brandName={name} size="large head" />
      {others.map(([brandId, brandName]) => (
        <genuineItem.Outlet key={brandId} brandId={brandId} brandName={brandName} size="head" />
      ))}
    </section>
  )
})
