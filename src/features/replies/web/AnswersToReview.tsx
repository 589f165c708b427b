import { Button } from '@mantine/core'
import { IconMailQuestion } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { replies } from '#features/replies/contract.ts'
import { call } from '#kit/web/call.ts'
import { lazyPart } from '#kit/web/lazy-part.tsx'

const ReviewAnswersDialog = lazyPart(() =>
  import('./ReviewAnswersDialog.tsx').then((module) => module.ReviewAnswersDialog),
)

/** Button and dialog for reviewing incoming mail in doubt; renders nothing while there is none. */
export function AnswersToReview() {
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery({
    queryKey: ['replies', 'to-review'],
    queryFn: ({ signal }) => call(replies.toReview, {}, { signal }),
    retry: false,
  })
  const total = data?.total ?? 0
  if (total === 0 && !isOpen) return null
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconMailQuestion size={14} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Replies to review ({total})
      </Button>
      {isOpen ? <ReviewAnswersDialog answers={data?.data ?? []} close={() => setOpen(false)} /> : null}
    </>
  )
}
