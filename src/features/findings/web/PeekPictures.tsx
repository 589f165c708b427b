import { IconPhoto } from '@tabler/icons-react'
import { useState } from 'react'
import { thumbnailOf } from '#kit/web/cells.tsx'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { captionOf, type Finding } from './finding.ts'
import classes from './Peek.module.css'
import { genuineItem, missingPicture } from './slots.ts'
import { texts } from './texts.ts'

type Props = { platform: FindingPlatformDefinition; row: Finding; openPicture: (id: string) => void }

/** The finding's picture, large, next to the brand's genuine item. */
export function PeekPictures({ platform, row, openPicture }: Props) {
  const [failed, setFailed] = useState<string>()
  return (
    <div className={classes.pictures}>
      <figure className={classes.figure}>
        <figcaption>{texts.found}</figcaption>
        {row.imageUrl && failed !== row.imageUrl ? (
          <button
            type="button"
            className={classes.stage}
            onClick={() => openPicture(row.id)}
            aria-label={texts.openPictureOf(captionOf(platform, row))}
          >
            <img
              src={thumbnailOf(row.imageUrl, 'card') ?? row.imageUrl}
              alt=""
              referrerPolicy="no-referrer"
              onError={() => setFailed(row.imageUrl!)}
            />
          </button>
        ) : (
          <span className={classes.stage} data-empty>
            <IconPhoto size={22} aria-hidden />
            {texts.noPicture}
            {row.imageUrl ? null : <missingPicture.Outlet platform={platform} row={row} />}
          </span>
        )}
      </figure>
      <figure className={classes.figure}>
        <figcaption>
          {texts.genuine} · {row.brand.brandName}
        </figcaption>
        <genuineItem.Outlet brandId={row.brand.id} brandName={row.brand.brandName} size="peek" none={texts.noGenuine} />
      </figure>
    </div>
  )
}
