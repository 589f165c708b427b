import { DecideMenu, type ManyDialog } from '#features/findings/web/DecideMany.tsx'
import { onePlatform } from '#features/findings/web/one-platform.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { memberTools } from './slots.ts'

/** A decision that is being made on the selected findings, which all are of this platform. */
export type MemberDecision = { platform: FindingPlatformDefinition; dialog: ManyDialog }

type Props = {
  /** The selected findings of a cluster: the platform of each by its id. */
  selected: ReadonlyMap<string, string>
  open: (decision: MemberDecision) => void
}

/** What staff may do with the selected findings of a cluster: assign them, and decide on those of one platform. */
export function MemberTools({ selected, open }: Props) {
  const platform = onePlatform(selected.values())
  return (
    <>
      <memberTools.Outlet ids={[...selected.keys()]} />
      {platform ? (
        <DecideMenu
          platform={platform}
          count={selected.size}
          open={(dialog) => open({ platform, dialog })}
          size="compact-sm"
        />
      ) : null}
    </>
  )
}
