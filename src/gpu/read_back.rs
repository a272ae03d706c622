//! Reading of GPU buffers.

use std::{
    future::poll_fn,
    sync::{Arc, Mutex, PoisonError},
    task::{Poll, Waker},
};

use burn::tensor::wgpu::wgpu;
use bytemuck::Pod;

use super::GpuError;

/// The first words of some buffers, with the given number of each, after the device has computed them.
///
/// # Errors
/// If the device does not respond.
pub(crate) async fn read<T: Pod, const N: usize>(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    ranges: [(&wgpu::Buffer, usize); N],
) -> Result<[Vec<T>; N], GpuError> {
    let bytes = |length: usize| (length * size_of::<T>()) as u64;
    let total: u64 = ranges.iter().map(|&(_, length)| bytes(length)).sum();
    let staging = device.create_buffer(&wgpu::BufferDescriptor {
        label: None,
        // An empty buffer cannot be mapped.
        size: total.max(4),
        usage: wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST,
        mapped_at_creation: false,
    });
    let mut encoder = device.create_command_encoder(&Default::default());
    let mut place = 0;
    for (buffer, length) in ranges {
        encoder.copy_buffer_to_buffer(buffer, 0, &staging, place, bytes(length));
        place += bytes(length);
    }
    queue.submit([encoder.finish()]);
    map(device, &staging).await?;
    let view = staging.slice(..).get_mapped_range();
    let view = view.map_err(|error| GpuError::Failed(error.to_string()))?;
    let words: Vec<T> = bytemuck::pod_collect_to_vec(&view[..place as usize]);
    let mut rest = words.as_slice();
    Ok(ranges.map(|(_, length)| {
        let (own, others) = rest.split_at(length);
        rest = others;
        own.to_vec()
    }))
}

/// Waits until the buffer is readable.
async fn map(device: &wgpu::Device, buffer: &wgpu::Buffer) -> Result<(), GpuError> {
    #[derive(Default)]
    struct Answer {
        mapped: Option<Result<(), wgpu::BufferAsyncError>>,
        waker: Option<Waker>,
    }
    let answer = Arc::new(Mutex::new(Answer::default()));
    let into = answer.clone();
    buffer.map_async(wgpu::MapMode::Read, .., move |mapped| {
        let mut answer = into.lock().unwrap_or_else(PoisonError::into_inner);
        answer.mapped = Some(mapped);
        if let Some(waker) = answer.waker.take() {
            waker.wake();
        }
    });
    // In a page, the browser does this, and the call returns at once.
    let _ = device.poll(wgpu::PollType::wait_indefinitely());
    let mapped = poll_fn(|context| {
        let mut answer = answer.lock().unwrap_or_else(PoisonError::into_inner);
        answer.waker = Some(context.waker().clone());
        answer.mapped.take().map_or(Poll::Pending, Poll::Ready)
    });
    mapped
        .await
        .map_err(|error| GpuError::Failed(format!("it does not answer: {error}")))
}
