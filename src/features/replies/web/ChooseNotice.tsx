import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { replies, type SentNotice } from '#features/replies/contract.ts'
import { call } from '#kit/web/call.ts'
import { type Picked, SearchPick } from '#kit/web/SearchPick.tsx'
import { currentSettings } from '#kit/web/settings.ts'
import { showDayOf } from '#vocabulary/dates.ts'
import { texts } from './texts.ts'

type Props = { answerId: string; isPending: boolean; choose: (noticeId: string) => void }

/** Finds the sent notice that an incoming mail answers; those to the domain of its sender come first. */
export function ChooseNotice({ answerId, isPending, choose }: Props) {
  const [chosen, setChosen] = useState<Picked>()
  return (
    <Stack gap={6} mt="xs">
      <SearchPick
        label={texts.notice}
        chosen={chosen}
        choose={setChosen}
        find={{
          name: ['notice', answerId],
          fetch: async (search, signal) => {
            const { found, total } = await call(replies.notices, { id: answerId, search }, { signal })
            return { found: found.map(picked), total }
          },
        }}
        appearance={{ size: 'xs', placeholder: texts.findNotice, isFirst: true }}
      />
      <Button
        size="compact-sm"
        w="fit-content"
        loading={isPending}
        disabled={!chosen}
        onClick={() => chosen && choose(chosen.id)}
      >
        {texts.addToNotice}
      </Button>
    </Stack>
  )
}

const picked = (one: SentNotice): Picked => ({
  id: one.id,
  name: texts.sentNotice(one, showDayOf(one.at, currentSettings().businessZone)),
})
