import { createElement } from 'react'
import { brandSections } from '#features/brands/web/slots.ts'
import { clusterThread, memberTools } from '#features/clusters/web/slots.ts'
import {
  expandedSections,
  expandedTools,
  findingSections,
  findingTools,
  screenTools,
  selectionTools,
} from '#features/enforcement/web/slots.ts'
import {
  detailSections,
  foundSections,
  genuineItem,
  missingPicture,
  movedBy,
  peekSections,
  peekTools,
  rowNotes,
} from '#features/findings/web/slots.ts'
import { findingThread } from '#features/findings/web/thread-slot.ts'
import { lackingPicture, lackingPictures } from '#features/notices/web/slots.ts'
import { HomeNumbersSlot } from '#features/home/web/HomeNumbersSlot.tsx'
import { homeNumbers } from '#kit/web/home-slot.ts'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import { RoomOfButtons } from '#kit/web/RoomOfButtons.tsx'
import { viewMenu, viewTabs } from '#kit/web/view-slots.ts'

/** Adds components of later features to the slots of earlier features' screens, in the order of the features. */
export function registerSlots(): void {
  homeNumbers.add(HomeNumbersSlot)
  viewTabs.add(
    lazyPart(() => import('#features/views/web/ListViews.tsx').then((module) => module.ListViewTabs), { failed: null }),
  )
  viewMenu.add(
    lazyPart(() => import('#features/views/web/ListViews.tsx').then((module) => module.ListViewMenu), {
      waiting: createElement(RoomOfButtons, { widths: [78] }),
      failed: null,
    }),
  )
  brandSections.add(
    lazyPart(() => import('#features/domain-search/web/BrandReferences.tsx').then((module) => module.BrandReferences)),
  )
  genuineItem.add(
    lazyPart(() => import('#features/domain-search/web/GenuineItem.tsx').then((module) => module.GenuineItem), {
      // The head of a gallery has its height while it has a figure: the cards below it would move under a finger.
      waiting: createElement('figure', { hidden: true }),
    }),
  )
  peekTools.add(
    lazyPart(() => import('#features/editing/web/EditFinding.tsx').then((module) => module.EditOpenFinding)),
  )
  expandedTools.add(
    lazyPart(() => import('#features/editing/web/EditFinding.tsx').then((module) => module.EditFinding)),
  )
  movedBy.add(lazyPart(() => import('#features/history/web/MovedBy.tsx').then((module) => module.MovedBy)))
  clusterThread.add(
    lazyPart(() => import('#features/activity/web/ClusterThread.tsx').then((module) => module.ClusterThread)),
  )
  memberTools.add(lazyPart(() => import('#features/work/web/AssignMenu.tsx').then((module) => module.AssignSelection)))
  foundSections.add(
    lazyPart(() => import('#features/enforcement/web/FoundEnforcement.tsx').then((module) => module.FoundEnforcement)),
  )
  findingThread.add(
    lazyPart(() => import('#features/activity/web/FindingThread.tsx').then((module) => module.FindingThread)),
  )
  screenTools.add(
    lazyPart(() => import('#features/revisits/web/RevisitTools.tsx').then((module) => module.RevisitTools), {
      waiting: createElement(RoomOfButtons, { widths: [112, 76] }),
    }),
  )
  findingSections.add(
    lazyPart(() => import('#features/revisits/web/VisitsOfFinding.tsx').then((module) => module.VisitsOfFinding)),
  )
  screenTools.add(
    lazyPart(() => import('#features/case-files/web/tools.tsx').then((module) => module.CaseFilesLink), {
      waiting: createElement(RoomOfButtons, { widths: [103] }),
    }),
  )
  findingTools.add(
    lazyPart(() => import('#features/case-files/web/tools.tsx').then((module) => module.CaseFileOfFinding)),
  )
  selectionTools.add(
    lazyPart(() => import('#features/case-files/web/tools.tsx').then((module) => module.CaseFileOfSelection)),
  )
  expandedTools.add(lazyPart(() => import('#features/work/web/AssignMenu.tsx').then((module) => module.AssignFinding)))
  peekTools.add(lazyPart(() => import('#features/work/web/AssignMenu.tsx').then((module) => module.AssignOpenFinding)))
  selectionTools.add(
    lazyPart(() => import('#features/work/web/AssignMenu.tsx').then((module) => module.AssignSelection)),
  )
  findingSections.add(
    lazyPart(() =>
      import('#features/escalations/web/EscalationOfFinding.tsx').then((module) => module.EscalationOfFinding),
    ),
  )
  const alikeFindings = lazyPart(() =>
    import('#features/clusters/web/AlikeFindings.tsx').then((module) => module.AlikeFindings),
  )
  rowNotes.add(
    lazyPart(() => import('#features/clusters/web/SimilarCount.tsx').then((module) => module.SimilarCount), {
      failed: null,
    }),
  )
  detailSections.add(alikeFindings)
  peekSections.add(alikeFindings)
  expandedSections.add(alikeFindings)
  peekSections.add(
    lazyPart(() => import('#features/search/web/NoteOpened.tsx').then((module) => module.NoteOpened), { failed: null }),
  )
  missingPicture.add(
    lazyPart(() => import('#features/page-pictures/web/AddPicture.tsx').then((module) => module.PictureOfOpened)),
  )
  lackingPicture.add(
    lazyPart(() => import('#features/page-pictures/web/AddPicture.tsx').then((module) => module.AddPicture)),
  )
  lackingPictures.add(
    lazyPart(() => import('#features/page-pictures/web/TakePictures.tsx').then((module) => module.TakePictures)),
  )
}
