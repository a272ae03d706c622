//! Reading of GPU buffers.

use std::{
    future::poll_fn,
    sync::{Arc, Mutex, PoisonError},
    task::{Poll, Waker},
};

use burn::tensor::wgpu::wgpu;

use super::recording::new_buffer;
use crate::device::DeviceError;

/// The first numbers of two buffers, with the given length for each, after the device has computed them.
///
/// # Errors
/// If the device does not respond.
pub(super) async fn read(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    ranges: [(&wgpu::Buffer, usize); 2],
) -> Result<[Vec<f32>; 2], DeviceError> {
    let lengths = ranges.map(|(_, length)| length);
    let usage = wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST;
    let staging = new_buffer(device, lengths.iter().sum(), usage);
    let mut encoder = device.create_command_encoder(&Default::default());
    let mut place = 0;
    for (buffer, length) in ranges {
        let bytes = 4 * length as u64;
        encoder.copy_buffer_to_buffer(buffer, 0, &staging, place, bytes);
        place += bytes;
    }
    queue.submit([encoder.finish()]);
    map(device, &staging).await?;
    let view = staging.slice(..).get_mapped_range();
    let silent = |error| DeviceError(format!("the device does not answer: {error}"));
    let view = view.map_err(silent)?;
    let numbers: Vec<f32> = bytemuck::pod_collect_to_vec(&view[..place as usize]);
    let (first, second) = numbers.split_at(lengths[0]);
    Ok([first.to_vec(), second.to_vec()])
}

/// Waits until the buffer is readable.
async fn map(device: &wgpu::Device, buffer: &wgpu::Buffer) -> Result<(), DeviceError> {
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
    let silent = |error| DeviceError(format!("the device does not answer: {error}"));
    mapped.await.map_err(silent)
}
